import { BuyersTable } from '../features/accounts/people-tables.tsx';

export const Page = () => <BuyersTable />;
