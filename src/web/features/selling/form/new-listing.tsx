import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/catalog.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { modelOptions } from '../../../queries/phone-models.ts';
import { useDropFromQuery, useSearchParams } from '../../../router/index.ts';
import { showError } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';
import { DraftAlert, SavedNote } from '../drafts/draft-alert.tsx';
import { DraftsList } from '../drafts/drafts-list.tsx';
import type { DraftSaving } from '../drafts/use-draft-saving.ts';
import { toEditForm } from '../editing/edited-form.ts';
import type { ShowCard } from './card-preview.tsx';
import type { ListingForm as Fields } from './form-fields.ts';
import { formOfModel } from './form-of-model.ts';
import { ListingForm, type ShowPossession } from './listing-form.tsx';
import type { ShowDemand, ShowPriceEstimate } from './price-step.tsx';
import { useListingForm } from './use-listing-form.ts';
import { useStepping } from './use-stepping.ts';

/** The address's parameters that name what a listing begins with. */
const BEGINNINGS = ['copy', 'draft', 'model', 'storage'] as const;

type NewListingProps = {
  email: string;
  categories: Category[];
  /** The price estimate, from its own feature. */
  showPriceEstimate: ShowPriceEstimate;
  /** Who wants such a phone, from its own feature. */
  showDemand: ShowDemand;
  /** The proof of possession, from its own feature. */
  inHand: ShowPossession;
  /** The phone's test of itself, from its own feature. */
  phoneTest: ReactNode;
  /** The card that buyers see, from its own feature. */
  card: ShowCard;
  /** Whether the card shows the verified seller's badge. */
  isVerified: boolean;
};

/** The form for a phone to list, saved as a draft while it is filled in. */
export function NewListing({ email, ...props }: NewListingProps) {
  const stepping = useStepping();
  const { draft, ...sending } = useListingForm(email, stepping.leadTo);
  const [knownImei, model] = useWatch({ control: sending.form.control, name: ['knownImei', 'model_name'] });
  useBeginning(draft, props.categories);
  return (
    <ListingForm
      {...props}
      email={email}
      stepping={stepping}
      sending={sending}
      above={
        <>
          <DraftsList email={email} current={draft.id()} onOpen={draft.open} />
          <DraftAlert draft={draft} isTyping={sending.form.formState.isDirty} bought={knownImei === '' ? null : model} />
        </>
      }
      saved={<SavedNote state={draft.state} />}
    />
  );
}

/**
 * Begins with the listing that the address names, without its photos and IMEI, because it is another phone; with a draft; or with a model of the
 * catalog.
 */
function useBeginning({ beginWith, open }: Pick<DraftSaving, 'beginWith' | 'open'>, categories: Category[]): void {
  const { api } = useApp();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const dropFromQuery = useDropFromQuery();
  const [copy, draft, model, storage] = BEGINNINGS.map((name) => query.get(name));
  const begun = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    if ((copy ?? draft ?? model ?? null) === null || begun.current) return;
    begun.current = true;
    if (draft != null) return void open(draft).then(() => dropFromQuery(BEGINNINGS));
    const read = async (): Promise<Fields> => {
      if (copy != null) return toEditForm(await api.call('GET /products/:id', { params: { id: copy } }));
      return formOfModel(await queries.fetchQuery(modelOptions(api, model ?? '')), categories, storage ?? '');
    };
    void read()
      // Once the seller has left, the tab's draft is no longer this form's to replace.
      .then((values) => isHere.current && beginWith(values))
      .catch((error: unknown) => showError(sentenceOf(error)))
      .then(() => dropFromQuery(BEGINNINGS));
  }, [copy, draft, model, storage, categories, api, queries, beginWith, open, dropFromQuery]);
}
