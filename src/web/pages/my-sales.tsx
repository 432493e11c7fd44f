import { SalesTable } from '../features/payments/sales-table.tsx';
import { PayoutSetup } from '../features/payouts/payout-setup.tsx';

export const Page = () => <SalesTable bar={<PayoutSetup />} />;
