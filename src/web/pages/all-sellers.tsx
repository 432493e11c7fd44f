import { SellersTable } from '../features/accounts/people-tables.tsx';

export const Page = () => <SellersTable />;
