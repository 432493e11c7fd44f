import { ButtonLink } from '../../ui/button.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { DECIDING } from './decision-labels.ts';
import { useDecide } from './queries.ts';

/** The decisions an admin can make about a seller. */
export function SellerDecisionButtons({ seller, isSuspended }: { seller: { _id: string; name: string; email: string }; isSuspended: boolean }) {
  const decide = useDecide();
  return (
    <>
      {(['warning', 'suspension'] as const).map((kind) => {
        const { button, title, consequence, risky } = DECIDING[kind];
        if (kind === 'suspension' && isSuspended) return null;
        return (
          <ReasonButton
            key={kind}
            draft={`${kind}:${seller._id}`}
            button={button}
            name={`${button}: ${seller.name}`}
            title={title}
            consequence={consequence}
            variant={risky ? 'risky' : 'secondary'}
            onSubmit={(reason) => decide.mutateAsync({ kind, sellerId: seller._id, reason })}
          />
        );
      })}
      {isSuspended && (
        <ButtonLink to={`/dashboard/reviewQueue?standing-search=${encodeURIComponent(seller.email)}`} variant="secondary" size="small">
          Lift suspension…
        </ButtonLink>
      )}
    </>
  );
}
