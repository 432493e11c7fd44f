import type { Decision } from '#contract/decisions.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { undoingOf } from './decision-labels.ts';
import { useUndo } from './queries.ts';

/** Undoes a decision; `name`: the phone or the person that it is about. */
export function UndoButton({ decision, name }: { decision: Decision; name: string }) {
  const undo = useUndo();
  const { button, consequence } = undoingOf(decision);
  return (
    <ReasonButton
      draft={`undo:${decision._id}`}
      button={button}
      name={`${button}: ${name}`}
      title={`${button}: ${name}?`}
      consequence={`${consequence} Everyone involved will see your reason.`}
      onSubmit={(reason) => undo.mutateAsync({ decision, reason })}
    />
  );
}
