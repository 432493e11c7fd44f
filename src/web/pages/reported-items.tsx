import { DuplicatePhotos } from '../features/duplicate-photos/duplicate-photos.tsx';
import { PossessionQueue } from '../features/proof-of-possession/possession-queue.tsx';
import { ReportedItemsTable } from '../features/reports/reported-items-table.tsx';

export function Page() {
  return (
    <div className="grid gap-10">
      <ReportedItemsTable />
      <DuplicatePhotos />
      <PossessionQueue />
    </div>
  );
}
