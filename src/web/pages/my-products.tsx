import { MyProductsTable } from '../features/listings/my-products-table.tsx';
import { AdvertiseButton } from '../features/promotion/advertise-button.tsx';
import { useSession } from '../shop.tsx';

export const Page = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return <MyProductsTable email={session.identity.email} advertise={(listing) => <AdvertiseButton listing={listing} />} />;
};
