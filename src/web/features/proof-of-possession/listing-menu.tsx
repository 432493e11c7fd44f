import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx';
import { PossessionField } from './possession-field.tsx';

/** What else a seller can do with a listing: view it, and prove that they have the phone. */
export function ListingMenu({ listing, entries }: { listing: Listing /** More, from another feature. */; entries: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [codeId, setCodeId] = useState<string | null>(null);
  const upload = usePhotoUpload();
  return (
    <>
      <Menu label={`More for ${listing.model_name}`} button={<Icon name="ellipsis" className="size-5" />}>
        <MenuLink to={`/selected-items-details/${encodeURIComponent(listing._id)}`}>View listing</MenuLink>
        {entries}
        {!listing.inHand && listing.status !== 'sold' && !listing.paused && <MenuButton onSelect={() => setOpen(true)}>Prove you have it</MenuButton>}
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title={listing.model_name} busy={upload.isUnderWay}>
        {open && <PossessionField value={codeId} onChange={setCodeId} upload={upload} listing={listing._id} />}
      </Dialog>
    </>
  );
}
