import { type ReactNode, useState } from 'react';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import { useSearchParams } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { WantedDialog, WantedForm } from './wanted-form.tsx';
import { useEndAd } from './wanted-queries.ts';
import { describeAd } from './wanted-text.ts';

export type OwnAdProps = {
  search: SavedSearch;
  /** Where its form stands; may say instead why the user can't post ads. */
  adForm: (form: ReactNode) => ReactNode;
};

/** The wanted ad of a saved search: posts, changes or ends it. */
export function OwnAd({ search, adForm }: OwnAdProps) {
  const [query, setQuery] = useSearchParams();
  const [isOpen, setOpen] = useState(query.get('post') === search._id);
  const end = useEndAd();
  const { wanted, title, _id: id } = search;
  if (wanted?.state === 'removed') return <p className="basis-full text-sm text-muted">We removed the wanted ad of this search.</p>;
  const close = (): void => {
    setOpen(false);
    // Opened from a list of phones: reloading doesn’t open it again.
    if (query.has('post')) void setQuery({}, { replace: true });
  };
  const isPosted = wanted?.state === 'open';
  if (!isPosted && !search.canBeAd) return null;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      {wanted && isPosted && (
        <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
          Wanted: <bdi>{describeAd(wanted)}</bdi>
        </p>
      )}
      <Button
        variant="secondary"
        size="small"
        aria-label={isPosted ? `Change the wanted ad: ${title}` : `Post a wanted ad: ${title}`}
        onClick={() => setOpen(true)}
      >
        {isPosted ? 'Change' : 'Post a wanted ad'}
      </Button>
      {isPosted && (
        <Button variant="secondary" size="small" aria-label={`End ad: ${title}`} busy={end.isPending} onClick={() => end.mutate(id)}>
          End ad
        </Button>
      )}
      <WantedDialog search={search} open={isOpen} onClose={close}>
        {adForm(<WantedForm search={search} onClose={close} />)}
      </WantedDialog>
    </div>
  );
}
