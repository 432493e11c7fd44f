import { OperationsView } from '../features/operations/operations-view.tsx';

export const Page = () => <OperationsView />;
