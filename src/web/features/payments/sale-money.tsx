import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { Sale } from '#contract/payments/payments.ts';
import type { PayoutWait, SalePayout } from '#contract/payouts.ts';
import { hasEnded, isInProblem } from '#contract/shared/handover-states.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact } from '../../ui/money.ts';

const WAITS: Record<PayoutWait, string> = {
  no_account: 'Waiting for you to set up payouts',
  account_incomplete: 'Waiting for your payout details',
  account_restricted: 'The payout service needs something from you',
  account_gone: 'Waiting for you to set up payouts again',
  dispute: 'The bank is reviewing this payment',
  provider: 'Delayed by the payout service; we keep trying',
};

/** What happens with the money of a sale. */
export function SaleMoney({ sale }: { sale: Sale }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <Where sale={sale} />
      <span className="text-sm text-muted">{sumOf(sale)}</span>
    </span>
  );
}

function Where({ sale: { state, dispute, payout, paidOutAt, fulfillment } }: { sale: Sale }) {
  if (payout && (payout.takenBack > 0 || payout.owed > 0))
    return <Badge tone="warning">{payout.owed > 0 ? `You owe ${formatExact(payout.owed)}` : 'Taken back'}</Badge>;
  if (state !== 'paid') return <Badge tone="warning">Refunded</Badge>;
  if (paidOutAt) {
    return (
      <>
        <Badge tone="good">Paid to you</Badge>
        <Moment iso={paidOutAt} className="text-sm text-muted" />
        {dispute === 'open' && <span className="text-sm text-warning">{WAITS.dispute}</span>}
      </>
    );
  }
  if (dispute === 'open') return <span className="text-sm text-warning">{WAITS.dispute}</span>;
  // A sale that goes on has lost only a part of its money.
  const isGoingOn = payout === null && fulfillment !== null && !hasEnded(fulfillment.state);
  if (dispute === 'lost' && !isGoingOn && (payout === null || payout.net === 0))
    return <span className="text-sm text-muted">The bank returned this payment to the buyer</span>;
  if (payout === null) return <span className="text-sm text-muted">{waitOf(fulfillment?.state)}</span>;
  if (payout.net === 0 && payout.offset === 0) return <span className="text-sm text-muted">Nothing is left to pay out</span>;
  if (payout.waitsFor) return <span className="text-sm text-warning">{WAITS[payout.waitsFor]}</span>;
  return <Badge>On its way to you</Badge>;
}

function waitOf(state: FulfillmentState | undefined): string {
  if (state === 'handed_over') return 'Held while the buyer checks the phone';
  return state && isInProblem(state) ? 'Held until the problem is settled' : 'Held until the handover';
}

/** What the seller gets, and why it is less than the price. */
function sumOf({ amount, fee, payout }: Sale): string {
  if (payout && payout.takenBack > 0) return `${formatExact(payout.takenBack)} of your payout went back`;
  if (!payout) return fee > 0 ? `${formatExact(amount - fee)} after our fee of ${formatExact(fee)}` : '';
  const less = lessOf(payout);
  return less === '' ? '' : `${formatExact(payout.net)} after ${less}`;
}

function lessOf({ fee, refunded, offset }: SalePayout): string {
  const parts = [
    fee > 0 && `our fee of ${formatExact(fee)}`,
    refunded > 0 && `${formatExact(refunded)} refunded`,
    offset > 0 && `${formatExact(offset)} you owed us`,
  ].filter((part) => part !== false);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
