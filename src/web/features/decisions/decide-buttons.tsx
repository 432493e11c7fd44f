import type { DecisionKind } from '#contract/decisions.ts';
import type { ReviewItem } from '#contract/risk.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { DECIDING } from './decision-labels.ts';
import { useDecide } from './queries.ts';

const KINDS: DecisionKind[] = ['hold', 'clearance', 'removal', 'warning', 'suspension'];

/** The decisions an admin can make about a listing under review. */
export function DecideButtons({ item }: { item: ReviewItem }) {
  const decide = useDecide();
  const open = KINDS.filter((kind) => !(kind === 'hold' && item.state === 'sold') && !(kind === 'suspension' && item.seller.suspended));
  return (
    <div className="flex flex-wrap gap-2">
      {open.map((kind) => {
        const { button, title, consequence, risky } = DECIDING[kind];
        return (
          <ReasonButton
            key={kind}
            draft={`${kind}:${item._id}`}
            button={button}
            name={`${button}: ${item.model_name}`}
            title={title}
            consequence={consequence}
            variant={risky ? 'risky' : 'secondary'}
            onSubmit={(reason) => decide.mutateAsync({ kind, listingId: item._id, reason })}
          />
        );
      })}
    </div>
  );
}
