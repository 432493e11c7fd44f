import { type ReactNode, useEffect, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { MenuButton, MenuLink } from '../../../ui/menu.tsx';
import { showError } from '../../../ui/toast.tsx';
import { useOwnListingChanges } from './use-own-listing-changes.ts';

/** What a seller can do with one listing, as entries of a menu, and the question before a phone counts as sold elsewhere. */
export function ListingActions({ listing, menu }: { listing: Listing; menu: (entries: ReactNode) => ReactNode }) {
  const { change, busy, refused } = useOwnListingChanges();
  const [isAsking, setAsking] = useState(false);
  const ids = [listing._id];
  // New with each change, so that the same refusal is said again.
  useEffect(() => {
    if (refused[0]?.message) showError(refused[0].message);
  }, [refused]);
  const confirm = async (): Promise<void> => {
    await change({ act: 'sold_elsewhere', ids });
    setAsking(false);
  };
  return (
    <>
      {menu(
        <>
          <MenuLink to={`/dashboard/interest/${encodeURIComponent(listing._id)}`}>See interest</MenuLink>
          {listing.status !== 'sold' && listing.paused && <MenuButton onSelect={() => void change({ act: 'resume', ids })}>Resume</MenuButton>}
          {listing.status !== 'sold' && !listing.paused && <MenuButton onSelect={() => void change({ act: 'pause', ids })}>Pause</MenuButton>}
          {listing.status !== 'sold' && <MenuButton onSelect={() => setAsking(true)}>Sold elsewhere</MenuButton>}
          <MenuLink to={`/dashboard/addAProducts?copy=${encodeURIComponent(listing._id)}`}>Copy as new</MenuLink>
        </>,
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Sold ${listing.model_name} elsewhere?`}
        confirm="Yes, it’s sold"
        onConfirm={() => void confirm()}
        busy={busy}
      >
        The listing ends, and unpaid bookings are canceled. Their buyers will read that you sold it elsewhere.
      </ConfirmDialog>
    </>
  );
}
