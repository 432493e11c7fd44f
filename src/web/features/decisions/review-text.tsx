import type { Decision } from '#contract/decisions.ts';
import { Stars } from '../../ui/stars.tsx';

/** The review that a decision removed. */
export function ReviewText({ review: { stars, text } }: { review: NonNullable<Decision['review']> }) {
  return (
    <div className="max-w-prose rounded-xl bg-sunken px-4 py-3 wrap-anywhere">
      <Stars stars={stars} />
      {text !== '' && <p dir="auto">{text}</p>}
    </div>
  );
}
