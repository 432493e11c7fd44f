import { RemovedItemsTable } from '../features/moderation/removed-items-table.tsx';

export const Page = () => <RemovedItemsTable />;
