import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhotoLinks } from '../../ui/photo-links.tsx';
import { BUBBLE, OWN_BUBBLE } from './message-bubble.tsx';
import type { Unsent } from './use-unsent.ts';

type UnsentBubbleProps = { message: Unsent; onAgain: () => void; onRemove: () => void };

/** A message on its way, or one that couldn't be sent. */
export function UnsentBubble({ message: { text, photos, failure }, onAgain, onRemove }: UnsentBubbleProps) {
  return (
    <li className="grid justify-items-end gap-0.5">
      <span className="sr-only">You:</span>
      <PhotoLinks photos={photos} />
      {text !== '' && (
        <p className={classNames(BUBBLE, OWN_BUBBLE)} dir="auto">
          {text}
        </p>
      )}
      {failure === null ? (
        <p className="text-sm text-muted">Sending…</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2">
          <p className="text-right text-sm text-danger">{failure}</p>
          <Button variant="secondary" size="small" onClick={onAgain}>
            Try again
          </Button>
          <Button variant="quiet" size="small" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
