import { useState } from 'react';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useSession } from '../../use-app.tsx';
import { type Search, useSaveSearch } from './queries.ts';

/** As high as a thumb needs, without making the line of the count higher. */
const LOOK =
  'inline-flex min-h-11 items-center gap-2 rounded-xl px-2 text-sm font-medium text-accent underline-offset-4 hover:underline max-md:-my-2.5 noscript:hidden';

/** The button that had the focus is gone. */
const takeFocus = (link: HTMLAnchorElement | null): void => {
  if (document.activeElement === document.body) link?.focus({ preventScroll: true });
};

/** Saves the list's search, so that new phones in it are alerted; nothing for a list of everything, wherever it is sorted from. */
export function SaveSearchButton({ search }: { search: Search }) {
  const { pathname, search: query } = useLocation();
  const session = useSession();
  const save = useSaveSearch();
  const [saved, setSaved] = useState<{ key: string; adOf: string | undefined } | null>(null);
  const key = JSON.stringify(search);
  const send = useSingleFlight(() =>
    save.mutateAsync(search).then(
      ({ insertedId, canBeAd }) => setSaved({ key, adOf: canBeAd ? insertedId : undefined }),
      () => null,
    ),
  );
  if (Object.entries(search).every(([name, value]) => name === 'near' || !value?.length)) return null;
  if (saved?.key === key)
    return (
      <div className="ml-auto flex flex-wrap justify-end">
        {saved.adOf !== undefined && (
          <Link to={`/dashboard/searches?post=${saved.adOf}`} className={LOOK}>
            Post a wanted ad
          </Link>
        )}
        <Link ref={takeFocus} to="/dashboard/searches" className={LOOK}>
          <Icon name="bell-ring" className="size-4" />
          Search saved
        </Link>
      </div>
    );
  const text = (
    <>
      <Icon name="bell-plus" className="size-4" />
      Save this search
    </>
  );
  if (session.status !== 'signed-in')
    return (
      <Link to={loginTarget(`${pathname}${query}`).to} className={classNames('ml-auto', LOOK)}>
        {text}
      </Link>
    );
  return (
    <button type="button" aria-busy={save.isPending || undefined} onClick={() => void send()} className={classNames('ml-auto', LOOK)}>
      {text}
    </button>
  );
}
