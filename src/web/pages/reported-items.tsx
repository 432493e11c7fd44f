import { ReportedItemsTable } from '../features/moderation/reported-items-table.tsx';

export const Page = () => <ReportedItemsTable />;
