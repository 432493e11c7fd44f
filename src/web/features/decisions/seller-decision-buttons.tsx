import { useQuery } from '@tanstack/react-query';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useApp } from '../../use-app.tsx';
import { DECIDING } from './decision-labels.ts';
import { suspensionsOptions, useDecide } from './queries.ts';
import { UndoButton } from './undo-button.tsx';

type Seller = { _id: string; name: string; email: string };

/** The decisions an admin can make about a seller, and lifting their suspension. */
export function SellerDecisionButtons({ seller, isSuspended }: { seller: Seller; isSuspended: boolean }) {
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
      {isSuspended && <LiftButton seller={seller} />}
    </>
  );
}

function LiftButton({ seller }: { seller: Seller }) {
  const { api } = useApp();
  const { data } = useQuery(suspensionsOptions(api, seller));
  const suspension = data?.find((one) => one.seller._id === seller._id);
  return suspension ? <UndoButton decision={suspension} name={seller.name} /> : null;
}
