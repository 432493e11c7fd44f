import { SalesTable } from '../features/payments/sales-table.tsx';
import { PayoutSetup, usePayoutAccount } from '../features/payouts/payout-setup.tsx';

export function Page() {
  const { data, error } = usePayoutAccount();
  return <SalesTable bar={data && <PayoutSetup account={data} />} isBarReady={data !== undefined || error !== null} />;
}
