import { RecentlyViewed } from '../features/saved/recently-viewed.tsx';
import { SavedPhones } from '../features/saved/saved-phones.tsx';

export function Page() {
  return (
    <div className="page-width grid max-w-2xl grid-cols-1 content-start gap-10 py-6 md:py-12">
      <div className="grid grid-cols-1 gap-4">
        <h1 className="text-2xl md:text-3xl">Saved phones</h1>
        <SavedPhones />
      </div>
      <RecentlyViewed />
    </div>
  );
}
