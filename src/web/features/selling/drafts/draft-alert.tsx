import { Button } from '../../../ui/button.tsx';
import type { DraftSaving } from './use-draft-saving.ts';

export const DRAFT_FRAME = 'flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3';

type DraftAlertProps = {
  draft: DraftSaving;
  isTyping: boolean;
  /** The model of a phone that was bought here; null for any other. */
  bought: string | null;
};

/** Says that the form was restored or filled in, and offers an empty one instead, with an undo as long as nothing new is typed. */
export function DraftAlert({ draft, isTyping, bought }: DraftAlertProps) {
  if (draft.state.at === 'changed')
    return (
      <div className={DRAFT_FRAME}>
        <p role="alert" className="min-w-0 flex-1 basis-60">
          {draft.state.reason}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={() => void draft.keepMine()}>
            Keep this version
          </Button>
          <Button variant="secondary" size="small" onClick={() => void draft.takeOther()}>
            Use the other version
          </Button>
        </div>
      </div>
    );
  if (draft.state.at === 'listed')
    return (
      <div className={DRAFT_FRAME}>
        <p role="alert" className="min-w-0 flex-1 basis-60">
          {draft.state.reason}
        </p>
        <Button variant="secondary" size="small" onClick={draft.beginAnother}>
          List another like this
        </Button>
      </div>
    );
  if (!draft.hasFound && !draft.left && bought === null) return null;
  if (draft.left && isTyping) return null;
  return (
    <div className={DRAFT_FRAME}>
      <p role="status" className="min-w-0 flex-1 basis-60">
        {draft.left ? 'You’re starting over. Your earlier entries are saved as a draft.' : describeFound(bought)}
      </p>
      <Button variant="secondary" size="small" onClick={draft.left ? draft.undo : draft.startAfresh}>
        {draft.left ? 'Undo' : 'Start over'}
      </Button>
    </div>
  );
}

const describeFound = (bought: string | null): string =>
  bought === null ? 'We’ve restored what you entered before.' : `Selling your ${bought}: we filled in what we know.`;

/** Where the typed text is saved right now. */
export function SavedNote({ state }: { state: DraftSaving['state'] }) {
  return (
    <p aria-live="polite" className="min-h-5 text-sm text-muted">
      {state.at === 'saving' && 'Saving…'}
      {state.at === 'saved' && 'Saved. You can continue later on any device.'}
      {state.at === 'unsaved' && `Saved in this tab only. ${state.reason}`}
    </p>
  );
}
