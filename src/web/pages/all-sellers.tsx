export { SellersTable as Page } from '../features/accounts/people-tables.tsx';
