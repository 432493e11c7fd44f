import { MyProductsTable } from '../features/listings/my-products-table.tsx';
import { SetAside } from '../features/moderation/own-decisions.tsx';
import { AdvertiseButton } from '../features/promotion/advertise-button.tsx';
import { useSession } from '../shop.tsx';

export const Page = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid gap-8">
      <MyProductsTable email={session.identity.email} advertise={(listing) => <AdvertiseButton listing={listing} />} />
      <SetAside />
    </div>
  );
};
