import { InHandButton } from '../features/in-hand/in-hand-button.tsx';
import { MyProductsTable } from '../features/listings/my-products-table.tsx';
import { AdvertiseButton } from '../features/promotion/advertise-button.tsx';
import { useSession } from '../shop.tsx';
import { ButtonLink } from '../ui/button.tsx';

export const Page = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid gap-6">
      <MyProductsTable
        email={session.identity.email}
        advertise={(listing) => <AdvertiseButton listing={listing} />}
        inHand={(listing) => <InHandButton listing={listing} />}
      />
      <ButtonLink to="/dashboard/importProducts" variant="secondary" className="justify-self-start">
        Import or export many at once
      </ButtonLink>
    </div>
  );
};
