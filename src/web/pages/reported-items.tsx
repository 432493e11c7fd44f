import { InHandQueue } from '../features/in-hand/in-hand-queue.tsx';
import { ReportedItemsTable } from '../features/moderation/reported-items-table.tsx';
import { SeenPhotos } from '../features/moderation/seen-photos.tsx';

export const Page = () => (
  <div className="grid gap-10">
    <ReportedItemsTable />
    <SeenPhotos />
    <InHandQueue />
  </div>
);
