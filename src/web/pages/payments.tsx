import type { PaymentRecord } from '#contract/payments/payments.ts';
import { PaymentsTable } from '../features/payments/payments-table.tsx';
import { PayoutButton } from '../features/payouts/payout-button.tsx';

const payOut = (payment: PaymentRecord) => <PayoutButton payment={payment} />;

export const Page = () => <PaymentsTable act={payOut} />;
