import type { Listing } from '#contract/listings.ts';
import { shortPathOf } from '#contract/shared/short-codes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { showError, showSuccess } from '../../../ui/toast.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';

type Shared = Pick<Listing, '_id' | 'model_name'>;

/** Shares a listing's short address the way the browser does, or copies it. Without JavaScript it is a link with that address. */
export function ShareButton({ listing }: { listing: Shared }) {
  const share = useSingleFlight(() => shareListing(listing));
  return (
    <a
      href={shortPathOf(listing._id)}
      aria-label="Share"
      onClick={(event) => {
        event.preventDefault();
        void share();
      }}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-line-strong bg-surface hover:bg-sunken"
    >
      <Icon name="share-2" className="size-5" />
    </a>
  );
}

/** The same as an entry of a menu. */
export function ShareEntry({ listing }: { listing: Shared }) {
  return <MenuButton onSelect={() => void shareListing(listing)}>Share</MenuButton>;
}

async function shareListing(listing: Shared): Promise<void> {
  const title = listing.model_name;
  const url = addressOf(listing);
  if ('share' in navigator) {
    try {
      return await navigator.share({ title, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showSuccess('Link copied.');
  } catch {
    // Browsers refuse the clipboard on pages without HTTPS.
    showError(`We couldn’t copy the link. Here it is: ${url}`);
  }
}

/** The listing's short address at the shop's public one, which the server names in the page. */
function addressOf({ _id }: Shared): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(shortPathOf(_id), canonical ?? location.href).href;
}
