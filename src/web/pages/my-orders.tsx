import { MyOrdersTable } from '../features/orders/my-orders-table.tsx';
import { useSession } from '../shop.tsx';

export const Page = () => {
  const session = useSession();
  return session.status === 'signed-in' ? <MyOrdersTable email={session.identity.email} /> : null;
};
