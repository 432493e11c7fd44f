import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../use-app.tsx';
import { DecideButton } from './decide-button.tsx';
import { suspensionsOptions } from './queries.ts';
import { UndoButton } from './undo-button.tsx';

type Seller = { _id: string; name: string; email: string };

/** The decisions an admin can make about a seller, and lifting their suspension. */
export function SellerDecisionButtons({ seller, isSuspended }: { seller: Seller; isSuspended: boolean }) {
  const about = { sellerId: seller._id };
  return (
    <>
      <DecideButton kind="warning" about={about} name={seller.name} />
      {!isSuspended && <DecideButton kind="suspension" about={about} name={seller.name} />}
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
