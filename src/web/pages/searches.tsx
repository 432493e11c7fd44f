import { SavedSearches } from '../features/alerts/saved-searches.tsx';
import { UnlessSuspended } from '../features/decisions/own-decisions.tsx';
import { Link } from '../router/index.ts';

export function Page() {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h1 className="text-2xl">Saved searches</h1>
        <p className="text-muted">We alert you under Updates and by email of phones that match, listed after you saved the search.</p>
        <p className="text-muted">
          A wanted ad shows a search to sellers, with your top price and nothing about you.{' '}
          <Link to="/wanted" className="underline underline-offset-4">
            See all wanted ads
          </Link>
        </p>
      </div>
      <SavedSearches adForm={(form) => <UnlessSuspended title="You can’t post wanted ads for now">{form}</UnlessSuspended>} />
    </div>
  );
}
