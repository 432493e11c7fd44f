import { SavedSearches } from '../features/alerts/saved-searches.tsx';

export function Page() {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h1 className="text-2xl">Saved searches</h1>
        <p className="text-muted">We alert you under Updates and by email of phones that match, listed after you saved the search.</p>
      </div>
      <SavedSearches />
    </div>
  );
}
