import type { Category } from '#contract/catalog.ts';
import { DraftAlert, SavedNote } from '../drafts/draft-alert.tsx';
import { DraftsList } from '../drafts/drafts-list.tsx';
import type { ShowCard } from './card-preview.tsx';
import { ListingForm, type ShowPossession } from './listing-form.tsx';
import type { ShowPriceEstimate } from './price-step.tsx';
import { useListingForm } from './use-listing-form.ts';
import { useStepping } from './use-stepping.ts';

type NewListingProps = {
  email: string;
  categories: Category[];
  /** The price estimate, from its own feature. */
  showPriceEstimate: ShowPriceEstimate;
  /** The proof of possession, from its own feature. */
  inHand: ShowPossession;
  /** The card that buyers see, from its own feature. */
  card: ShowCard;
  /** Whether the card shows the verified seller's badge. */
  isVerified: boolean;
};

/** The form for a phone to list, saved as a draft while it is filled in. */
export function NewListing({ email, ...props }: NewListingProps) {
  const stepping = useStepping();
  const { draft, ...sending } = useListingForm(email, stepping.leadTo);
  return (
    <ListingForm
      {...props}
      email={email}
      stepping={stepping}
      sending={sending}
      above={
        <>
          <DraftsList email={email} current={draft.id()} onOpen={draft.open} />
          <DraftAlert draft={draft} isTyping={sending.form.formState.isDirty} />
        </>
      }
      saved={<SavedNote state={draft.state} />}
    />
  );
}
