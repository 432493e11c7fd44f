import { useState } from 'react';
import type { ProblemDecision, ProblemFile } from '#contract/problems.ts';
import { parsePriceCents, toDollars } from '#contract/shared/money.ts';
import { useDraftEntry } from '../../form-draft.ts';
import { Field } from '../../ui/field.tsx';
import { formatExact } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useProblemCall } from './queries.ts';
import { useAmount } from './use-amount.ts';
import { DECISIONS } from './words.ts';

type Decision = { decision: ProblemDecision; amount?: string; reason: string };

const HINTS: Record<ProblemDecision, string> = {
  refund: 'The buyer keeps whatever they have. For phones that never came, or aren’t worth returning.',
  return: 'The buyer brings the phone back within a week, both confirm it, and then the money goes back.',
  partial: 'The buyer keeps the phone, and the seller is paid the rest.',
  pay_seller: 'The buyer gets nothing back.',
};

/** Decides about a problem. Both sides read the reason. */
export function DecideForm({ file }: { file: ProblemFile }) {
  const draft = `problem-decision:${file.problem.orderId}`;
  const [decision, setDecision] = useDraftEntry<ProblemDecision | null>(draft, 'decision', null);
  const { amount, ...part } = useAmount(draft, 'Enter how much the buyer gets back.');
  const [isMissing, setMissing] = useState(false);
  const decide = useProblemCall<Decision>(file.problem.orderId, (api, body) =>
    api.call('POST /problems/:orderId/decision', { params: { orderId: file.problem.orderId }, body }),
  );
  const isPart = decision === 'partial';
  const choices = (Object.keys(DECISIONS) as ProblemDecision[]).filter((one) => one !== 'return' || file.isReturnable);
  return (
    <ReasonButton
      draft={draft}
      button="Decide"
      name="Decide about this problem"
      title="What do you decide?"
      consequence={`${file.buyer.name} paid ${formatExact(file.charged)} for ${file.ProductName} by ${file.seller.name}. Both read your reason, and your decision is final.`}
      max={1000}
      variant="primary"
      send={sendLabel(decision, file, amount)}
      isComplete={() => {
        setMissing(decision === null);
        return decision !== null && (!isPart || part.isFilledIn());
      }}
      onSubmit={async (reason) => {
        if (decision !== null) await decide.mutateAsync({ decision, reason, ...(isPart && { amount }) });
      }}
      onRefused={part.showError}
    >
      <RadioChoice
        label="Decision"
        options={choices.map((value) => ({ value, label: DECISIONS[value], hint: HINTS[value] }))}
        chosen={decision}
        onChoose={setDecision}
        error={isMissing && decision === null ? 'Choose a decision.' : undefined}
      />
      {isPart && <Field label="The buyer gets back, in dollars" {...part.field} />}
    </ReasonButton>
  );
}

/** Names the amount and the person. */
function sendLabel(decision: ProblemDecision | null, { charged, price, buyer, seller }: ProblemFile, amount: string): string {
  if (decision === 'refund') return `Refund ${formatExact(charged)} to ${buyer.name}`;
  if (decision === 'return') return `Refund ${formatExact(charged)} to ${buyer.name} for the phone`;
  if (decision === 'partial') return `Refund ${formatTyped(amount) ?? 'a part'} to ${buyer.name}`;
  return decision === 'pay_seller' ? `Pay ${formatExact(price)} to ${seller.name}` : 'Decide';
}

function formatTyped(amount: string): string | null {
  const cents = parsePriceCents(amount);
  return cents === null ? null : formatExact(toDollars(cents));
}
