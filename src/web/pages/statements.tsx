import { StatementView } from '../features/payouts/statement-view.tsx';

export const Page = () => <StatementView />;
