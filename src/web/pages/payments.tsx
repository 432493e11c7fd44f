import { PaymentsTable } from '../features/payments/payments-table.tsx';

export const Page = () => <PaymentsTable />;
