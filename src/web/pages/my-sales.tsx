import { SalesTable } from '../features/payments/sales-table.tsx';

export const Page = () => <SalesTable />;
