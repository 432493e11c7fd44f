export { DisputesTable as Page } from '../features/payments/disputes-table.tsx';
