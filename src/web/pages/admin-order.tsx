import type { PaymentRecord } from '#contract/payments/payments.ts';
import { OrderView } from '../features/lookups/order-view.tsx';
import { PaymentActions, PaymentBadges } from '../features/payments/payment-parts.tsx';
import { PayoutButton } from '../features/payouts/payout-button.tsx';
import { useParams } from '../router/index.ts';

export function Page() {
  const { id = '' } = useParams();
  return <OrderView key={id} orderId={id} about={aboutPayment} />;
}

function aboutPayment(payment: PaymentRecord) {
  return (
    <>
      <PaymentBadges payment={payment} />
      <PaymentActions payment={payment}>
        <PayoutButton payment={payment} />
      </PaymentActions>
    </>
  );
}
