import type { DecisionKind } from '#contract/decisions.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { DECIDING } from './decision-labels.ts';
import { useDecide } from './queries.ts';

type DecideButtonProps = { kind: DecisionKind; about: { listingId: string } | { sellerId: string }; name: string };

/** Makes one decision after asking for its reason. */
export function DecideButton({ kind, about, name }: DecideButtonProps) {
  const decide = useDecide();
  const { button, title, consequence, risky } = DECIDING[kind];
  return (
    <ReasonButton
      draft={`${kind}:${Object.values(about)[0]}`}
      button={button}
      name={`${button}: ${name}`}
      title={title}
      consequence={consequence}
      variant={risky ? 'risky' : 'secondary'}
      onSubmit={(reason) => decide.mutateAsync({ kind, ...about, reason })}
    />
  );
}
