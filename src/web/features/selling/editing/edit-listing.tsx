import { type ReactNode, useEffect, useRef } from 'react';
import type { Category } from '#contract/catalog.ts';
import type { OwnListing } from '#contract/selling/editing.ts';
import { Button } from '../../../ui/button.tsx';
import { DRAFT_FRAME } from '../drafts/draft-alert.tsx';
import type { ShowCard } from '../form/card-preview.tsx';
import { ListingForm } from '../form/listing-form.tsx';
import type { ShowPriceEstimate } from '../form/price-step.tsx';
import { useStepping } from '../form/use-stepping.ts';
import { useEditForm } from './use-edit-form.ts';

type EditListingProps = {
  listing: OwnListing;
  email: string;
  categories: Category[];
  showPriceEstimate: ShowPriceEstimate;
  card: ShowCard;
};

/** The form of a listing that is on sale: everything but which phone it is. */
export function EditListing({ listing, ...props }: EditListingProps) {
  const stepping = useStepping({ isAllAtFirst: true });
  const { conflict, takeOther, keepMine, isRestored, discard, ...sending } = useEditForm(listing, stepping.leadTo);
  const choice = useRef<HTMLDivElement>(null);
  // What was pressed is at the end of a long form.
  useEffect(() => {
    if (conflict) choice.current?.focus();
  }, [conflict]);
  const above: ReactNode = (
    <>
      <p className="rounded-xl bg-sunken px-4 py-3">
        The phone itself stays: <bdi className="font-semibold">{listing.model_name}</bdi>. To sell another one, add a new product.
      </p>
      {isRestored && !conflict && (
        <div className={DRAFT_FRAME}>
          <p role="status" className="min-w-0 flex-1 basis-60">
            We’ve restored the changes that you hadn’t saved.
          </p>
          <Button variant="secondary" size="small" onClick={discard}>
            Discard changes
          </Button>
        </div>
      )}
      {conflict && (
        <div ref={choice} tabIndex={-1} className={DRAFT_FRAME}>
          <p role="alert" className="min-w-0 flex-1 basis-60">
            This listing was changed in another tab or on another device since you opened it. Nothing of yours is saved yet.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="small" onClick={keepMine}>
              Save this version
            </Button>
            <Button variant="secondary" size="small" onClick={takeOther}>
              Use the other version
            </Button>
          </div>
        </div>
      )}
    </>
  );
  return <ListingForm {...props} isVerified={listing.seller_verify} stepping={stepping} sending={sending} isEdit above={above} />;
}
