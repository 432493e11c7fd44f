import { useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { PossessionBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PossessionField } from './possession-field.tsx';

/** Adds proof of possession to a phone already on sale. */
export function PossessionButton({ listing }: { listing: Listing }) {
  const [open, setOpen] = useState(false);
  const [codeId, setCodeId] = useState<string | null>(null);
  if (listing.inHand) return <PossessionBadge />;
  if (listing.status === 'sold') return null;
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`Prove you have it: ${listing.model_name}`} onClick={() => setOpen(true)}>
        Prove you have it
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={listing.model_name}>
        {open && <PossessionField value={codeId} onChange={setCodeId} listing={listing._id} />}
      </Dialog>
    </>
  );
}
