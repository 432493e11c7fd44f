import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { type PhotoUpload, usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { PossessionField } from './possession-field.tsx';
import { sentPhotoOptions } from './queries.ts';

/** What else a seller can do with a listing: view it, and prove that they have the phone. */
export function ListingMenu({ listing, entries }: { listing: Listing /** More, from another feature. */; entries: ReactNode }) {
  const [open, setOpen] = useState(false);
  const upload = usePhotoUpload();
  return (
    <>
      <Menu label={`More for ${listing.model_name}`} button={<Icon name="ellipsis" className="size-5" />}>
        <MenuLink to={`/selected-items-details/${encodeURIComponent(listing._id)}`}>View listing</MenuLink>
        {entries}
        {!listing.inHand && listing.status !== 'sold' && !listing.paused && <MenuButton onSelect={() => setOpen(true)}>Prove you have it</MenuButton>}
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title={listing.model_name} busy={upload.isUnderWay}>
        {open && <Proof listing={listing._id} upload={upload} />}
      </Dialog>
    </>
  );
}

/** The field, or the photo that is under review already. */
function Proof({ listing, upload }: { listing: string; upload: PhotoUpload }) {
  const { api } = useApp();
  const [codeId, setCodeId] = useState<string | null>(null);
  const { data, isPending } = useQuery(sentPhotoOptions(api, listing));
  if (isPending) return <RowsSkeleton count={2} />;
  const sent = data?.sent ?? null;
  return <PossessionField value={codeId ?? sent?._id ?? null} sent={sent} onChange={setCodeId} upload={upload} listing={listing} />;
}
