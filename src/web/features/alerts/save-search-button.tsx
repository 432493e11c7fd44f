import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLate } from '../../ui/use-late.ts';
import { useSession } from '../../use-app.tsx';
import type { Search } from './queries.ts';

/** As high as a thumb needs, without making the line of the count higher. */
const LOOK =
  'inline-flex min-h-11 items-center gap-2 rounded-xl px-2 text-sm font-medium text-accent underline-offset-4 hover:underline max-md:-my-2.5 noscript:hidden';

/** Saves the list's search, so that new phones in it are alerted; nothing for a list of everything, wherever it is sorted from. */
export function SaveSearchButton({ search }: { search: Search }) {
  const { pathname, search: query } = useLocation();
  const isSignedIn = useSession().status === 'signed-in';
  // Visitors don't load it, and without it the way through the login stays.
  const { part: SaveSearch } = useLate(async () => (await import('./save-search.tsx')).SaveSearch, isSignedIn);
  if (Object.entries(search).every(([name, value]) => name === 'near' || !value?.length)) return null;
  const text = (
    <>
      <Icon name="bell-plus" className="size-4" />
      Save this search
    </>
  );
  return (
    <div className="ml-auto flex flex-wrap justify-end">
      {isSignedIn && SaveSearch ? (
        <SaveSearch search={search} className={LOOK}>
          {text}
        </SaveSearch>
      ) : (
        <Link to={loginTarget(`${pathname}${query}`).to} className={LOOK}>
          {text}
        </Link>
      )}
    </div>
  );
}
