export { StatementView as Page } from '../features/payouts/statement-view.tsx';
