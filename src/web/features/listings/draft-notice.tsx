import { Button } from '../../ui/button.tsx';
import type { KeptDraft } from './use-listing-form.ts';

type DraftNoticeProps = { draft: NonNullable<KeptDraft>; isTyping: boolean };

/** Says that the form is filled in from before, and lets the seller begin with an empty one; undone as long as nothing new is typed. */
export const DraftNotice = ({ draft, isTyping }: DraftNoticeProps) => {
  const isKept = draft.state === 'kept';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3">
      <p role="status" className="min-w-0 flex-1 basis-60">
        {isKept ? 'What you typed before is still here. Only the picture has to be chosen again.' : 'The form is empty again.'}
      </p>
      {(isKept || !isTyping) && (
        <Button variant="secondary" size="small" onClick={isKept ? draft.startAfresh : draft.undo}>
          {isKept ? 'Start afresh' : 'Undo'}
        </Button>
      )}
    </div>
  );
};
