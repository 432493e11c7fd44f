import type { Listing } from '#contract/listings.ts';
import { Link, useLocation } from '../../router/index.ts';
import { isOwnListing } from '../../session/is-own-listing.ts';
import { loginTarget } from '../../session/login-target.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLateDialog } from '../../ui/use-late-dialog.ts';
import { useSession } from '../../use-app.tsx';

/** Opens the form for an offer; visitors log in first. Nobody makes one for their own phone. */
export function MakeOffer({ listing }: { listing: Listing }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { Dialog, open, show, setOpen } = useLateDialog(async () => (await import('./offer-dialog.tsx')).OfferDialog);
  if (listing.status === 'sold' || listing.paused) return null;
  if (session.status !== 'signed-in')
    return (
      <Link {...loginTarget(`${pathname}${search}`)} className={buttonClass({ variant: 'secondary' })}>
        <Label />
      </Link>
    );
  if (isOwnListing(session, listing)) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => void show()}>
        <Label />
      </Button>
      {Dialog && open && <Dialog listing={listing} onClose={() => setOpen(false)} />}
    </>
  );
}

function Label() {
  return (
    <>
      <Icon name="tag" className="size-5" />
      Make an offer
    </>
  );
}
