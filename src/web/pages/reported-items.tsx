import { ReportedItemsTable } from '../features/moderation/reported-items-table.tsx';
import { SeenPhotos } from '../features/moderation/seen-photos.tsx';
import { InHandQueue } from '../features/proof-of-possession/possession-queue.tsx';

export const Page = () => (
  <div className="grid gap-10">
    <ReportedItemsTable />
    <SeenPhotos />
    <InHandQueue />
  </div>
);
