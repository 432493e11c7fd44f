export { BuyersTable as Page } from '../features/accounts/people-tables.tsx';
