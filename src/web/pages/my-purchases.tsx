import { MyOrdersTable } from '../features/orders/my-orders-table.tsx';
import { RemoveBooking } from '../features/payments/remove-booking.tsx';
import { useSession } from '../use-app.tsx';

/** What a seller bought, above all before they began to sell. */
export function Page() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return <MyOrdersTable isSellers email={session.identity.email} actions={(order) => <RemoveBooking order={order} />} />;
}
