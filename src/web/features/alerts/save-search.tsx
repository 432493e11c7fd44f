import { type ReactNode, useState } from 'react';
import { Link } from '../../router/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { type Search, useSaveSearch } from './queries.ts';

/** The button that had the focus is gone. */
const takeFocus = (link: HTMLAnchorElement | null): void => {
  if (document.activeElement === document.body) link?.focus({ preventScroll: true });
};

/** Saves a search, then leads to the saved ones. */
export function SaveSearch({ search, className, children }: { search: Search; className: string; children: ReactNode }) {
  const save = useSaveSearch();
  const [saved, setSaved] = useState<{ key: string; adOf: string | undefined } | null>(null);
  const key = JSON.stringify(search);
  const send = useSingleFlight(() =>
    save.mutateAsync(search).then(
      ({ insertedId, canBeAd }) => setSaved({ key, adOf: canBeAd ? insertedId : undefined }),
      () => null,
    ),
  );
  if (saved?.key !== key)
    return (
      <button type="button" aria-busy={save.isPending || undefined} onClick={() => void send()} className={className}>
        {children}
      </button>
    );
  return (
    <>
      {saved.adOf !== undefined && (
        <Link to={`/dashboard/searches?post=${saved.adOf}`} className={className}>
          Post a wanted ad
        </Link>
      )}
      <Link ref={takeFocus} to="/dashboard/searches" className={className}>
        <Icon name="bell-ring" className="size-4" />
        Search saved
      </Link>
    </>
  );
}
