import { useEffect, useRef } from 'react';
import type { Category } from '#contract/catalog.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { useSearchParams } from '../../../router/index.ts';
import { showError } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';
import { DraftAlert, SavedNote } from '../drafts/draft-alert.tsx';
import { DraftsList } from '../drafts/drafts-list.tsx';
import { toEditForm } from '../editing/edited-form.ts';
import type { ShowCard } from './card-preview.tsx';
import type { ListingForm as Fields } from './form-fields.ts';
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
  useCopy(draft.beginWith);
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

/** Fills the form with the listing that the address names, without its photos and IMEI: it is another phone. */
function useCopy(beginWith: (values: Fields) => void): void {
  const { api } = useApp();
  const [query, setQuery] = useSearchParams();
  const id = query.get('copy');
  const copied = useRef(false);
  useEffect(() => {
    if (id === null || copied.current) return;
    copied.current = true;
    void api
      .call('GET /products/:id', { params: { id } })
      .then((listing) => beginWith(toEditForm(listing)))
      .catch((error: unknown) => showError(sentenceOf(error)))
      .then(() => setQuery({}, { replace: true }));
  }, [id, api, beginWith, setQuery]);
}
