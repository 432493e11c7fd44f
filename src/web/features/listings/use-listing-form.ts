import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { useNavigate } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { emptyListing, hasText, LISTING_FIELDS, type ListingForm, listingResolver } from './listing-form-fields.ts';
import { ImageRefused, UploadCancelled, useUpload } from './use-upload.ts';

const draftName = (email: string): string => `listing:${email}`;

const withDraft = (email: string): ListingForm => {
  const empty = emptyListing();
  const draft = readDraft<ListingForm>(draftName(email));
  // A file can't be kept: it has to be chosen again.
  return { ...empty, ...draft, specification: { ...empty.specification, ...draft.specification }, image: null };
};

/** The error type of a form whose upload the seller stopped: nothing went wrong. */
export const CANCELLED = 'cancelled';

/** What was typed on an earlier visit, and the choice to begin without it; null when there was nothing. */
const useKeptDraft = (form: UseFormReturn<ListingForm>, name: string) => {
  const [kept] = useState(() => hasText(form.getValues()));
  const [discarded, setDiscarded] = useState<ListingForm | null>(null);
  if (!kept) return null;
  if (!discarded) {
    const startAfresh = (): void => {
      setDiscarded(form.getValues());
      form.reset(emptyListing());
      forgetDraft(name);
    };
    return { state: 'kept', startAfresh } as const;
  }
  const undo = (): void => {
    form.reset(discarded);
    setDiscarded(null);
  };
  return { state: 'discarded', undo } as const;
};
export type KeptDraft = ReturnType<typeof useKeptDraft>;

/** The form that lists a phone, and what happens when it is sent. */
export const useListingForm = (email: string) => {
  const { api } = useShop();
  const { upload, sent, cancel } = useUpload(api);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ListingForm>({ resolver: listingResolver, defaultValues: withDraft(email) });
  useDraft(form, draftName(email));
  const draft = useKeptDraft(form, draftName(email));

  const showRefusal = (error: unknown): void => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    if (error instanceof UploadCancelled) form.setError('root', { type: CANCELLED, message: 'The upload is cancelled. What you filled in is kept.' });
    else if (error instanceof ImageRefused) form.setError('image', { type: 'server', message: error.message }, { shouldFocus: true });
    else if (!showFieldErrors(form, error, LISTING_FIELDS)) form.setError('root', { type: 'server', message: sentenceOf(error) });
  };

  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      if (!typed.image) return;
      try {
        const image = await upload(typed.image);
        await api.call('POST /products', { query: { email }, body: { ...typed, image } });
      } catch (error) {
        return showRefusal(error);
      }
      form.reset(emptyListing());
      forgetDraft(draftName(email));
      void queries.invalidateQueries();
      await navigate('/dashboard/myProducts');
      showSuccess('Successfully added a Product!');
    }),
  );

  return { form, submit, sent, cancel, draft };
};
