import { DisputesTable } from '../features/payments/disputes-table.tsx';

export const Page = () => <DisputesTable />;
