import { ReportedItemsTable } from '../features/moderation/reported-items-table.tsx';
import { DuplicatePhotos } from '../features/moderation/seen-photos.tsx';
import { PossessionQueue } from '../features/proof-of-possession/possession-queue.tsx';

export const Page = () => (
  <div className="grid gap-10">
    <ReportedItemsTable />
    <DuplicatePhotos />
    <PossessionQueue />
  </div>
);
