import { MyOrdersTable } from '../features/orders/my-orders-table.tsx';
import { RemoveBooking } from '../features/payments/remove-booking.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const session = useSession();
  return session.status === 'signed-in' ? <MyOrdersTable email={session.identity.email} actions={(order) => <RemoveBooking order={order} />} /> : null;
}
