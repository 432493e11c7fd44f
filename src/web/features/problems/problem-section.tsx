import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PaidOrder } from '#contract/orders.ts';
import type { Problem } from '#contract/problems.ts';
import { isBeforeVerdict } from '#contract/shared/handover-states.ts';
import { formatPrice } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { problemOptions } from './queries.ts';
import { ReportProblem } from './report-problem.tsx';
import { Statements } from './statements.tsx';
import { DECISIONS } from './words.ts';

const REFRESH_MS = 10_000;

/** “Something's wrong” on a paid order; once reported, what both sides said and what the user can do. */
export function ProblemSection({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  const { state, dueAt } = order.fulfillment;
  const isReportable = isBeforeVerdict(state);
  const { data: problem } = useQuery({
    // The other side may answer or add something.
    ...problemOptions(api, order._id, `${state} ${dueAt}`),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    enabled: order.hasProblem && !isReportable && state !== 'completed' && state !== 'canceled',
  });
  if (isReportable)
    return (
      <div>
        <ReportProblem order={order} />
      </div>
    );
  if (!problem) return null;
  const nameOf = (side: 'buyer' | 'seller') => (side === order.side ? 'You' : order[side].name);
  return (
    <section className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="problem">
      <h2 id="problem" className="text-xl">
        The problem
      </h2>
      <Statements problem={problem} nameOf={nameOf} />
      <Outcome problem={problem} />
      <AnswerButtons order={order} problem={problem} />
    </section>
  );
}

function Outcome({ problem: { offer, decision, decisionAmount, decisionReason } }: { problem: Problem }) {
  if (decision) {
    return (
      <p className="rounded-xl bg-sunken p-3">
        <span className="font-medium">
          {DECISIONS[decision]}
          {decisionAmount !== null && `: ${formatPrice(decisionAmount)}`}.
        </span>{' '}
        {decisionReason && <span className="wrap-anywhere">“{decisionReason}”</span>}
      </p>
    );
  }
  return offer === null ? null : <p className="rounded-xl bg-sunken p-3">Partial refund offered: {formatPrice(offer)}</p>;
}
