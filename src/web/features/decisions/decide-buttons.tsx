import type { DecisionKind } from '#contract/decisions.ts';
import type { ReviewItem } from '#contract/risk.ts';
import { DecideButton } from './decide-button.tsx';

const KINDS: DecisionKind[] = ['hold', 'clearance', 'removal', 'warning', 'suspension'];

/** The decisions an admin can make about a listing under review. */
export function DecideButtons({ item }: { item: ReviewItem }) {
  const open = KINDS.filter((kind) => !(kind === 'hold' && item.state === 'sold') && !(kind === 'suspension' && item.seller.suspended));
  return (
    <div className="flex flex-wrap gap-2">
      {open.map((kind) => (
        <DecideButton key={kind} kind={kind} about={{ listingId: item._id }} name={item.model_name} />
      ))}
    </div>
  );
}
