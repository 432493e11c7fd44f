import { RemovedItemsTable } from '../features/removals/removed-items-table.tsx';

export const Page = () => <RemovedItemsTable />;
