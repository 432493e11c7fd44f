import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { useNavigate } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { emptyListing, hasText, LISTING_FIELDS, type ListingForm, listingResolver } from './listing-form-fields.ts';
import type { PhotoUploads } from './photos/photo-uploads.ts';
import { usePhotos } from './photos/use-photos.ts';

const draftName = (email: string): string => `listing:${email}`;

const withDraft = (email: string): ListingForm => {
  const empty = emptyListing();
  const draft = readDraft<ListingForm>(draftName(email));
  // Photos can't be kept: they have to be chosen again.
  return { ...empty, ...draft, specification: { ...empty.specification, ...draft.specification }, image: [] };
};

/** The error type of a form whose sending the seller stopped: nothing went wrong. */
export const STOPPED = 'stopped';

/** Why a listing wasn't sent, for the photos' field or, when the seller wanted it so, for the form. */
class PhotosMissing extends Error {}
class SendingStopped extends Error {}

/** The addresses of all photos, in their order, once none is on its way any more. What was cancelled or failed is sent again. */
const gatherPhotos = async (uploads: PhotoUploads): Promise<string[]> => {
  for (const { key, state } of uploads.photos()) if (state.at === 'cancelled' || (state.at === 'failed' && !state.isFinal)) uploads.retry(key);
  await uploads.settled();
  const states = uploads.photos().map(({ state }) => state);
  if (states.length === 0) throw new PhotosMissing('Image is required.');
  if (states.some(({ at }) => at === 'failed')) throw new PhotosMissing('Not every photo was taken. The reason stands beside it: send it again, or remove it.');
  if (states.some(({ at }) => at === 'cancelled')) throw new SendingStopped('The upload is cancelled. What you filled in is kept.');
  return states.flatMap((state) => (state.at === 'sent' ? [state.address] : []));
};

/** What the shop says of the photos, whichever of them it means. */
const photosRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.entries(error.fields).find(([name]) => name.split('.')[0] === 'photos')?.[1] : undefined;

/** What was typed on an earlier visit, and the choice to begin without it; null when there was nothing. */
const useKeptDraft = (form: UseFormReturn<ListingForm>, name: string) => {
  const [kept] = useState(() => hasText(form.getValues()));
  const [discarded, setDiscarded] = useState<ListingForm | null>(null);
  if (!kept) return null;
  if (!discarded) {
    const startAfresh = (): void => {
      setDiscarded(form.getValues());
      form.reset({ ...emptyListing(), image: form.getValues('image') });
      forgetDraft(name);
    };
    return { state: 'kept', startAfresh } as const;
  }
  const undo = (): void => {
    form.reset({ ...discarded, image: form.getValues('image') });
    setDiscarded(null);
  };
  return { state: 'discarded', undo } as const;
};
export type KeptDraft = ReturnType<typeof useKeptDraft>;

/** The form that lists a phone, and what happens when it is sent. */
export const useListingForm = (email: string) => {
  const { api } = useShop();
  const { photos, uploads } = usePhotos(api);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ListingForm>({ resolver: listingResolver, defaultValues: withDraft(email) });
  useDraft(form, draftName(email));
  const draft = useKeptDraft(form, draftName(email));
  const stopWaiting = useRef<(() => void) | null>(null);

  const chosen = photos.map(({ key }) => key).join(' ');
  useEffect(() => {
    form.setValue('image', chosen === '' ? [] : chosen.split(' '), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }, [form, chosen]);

  const showRefusal = (error: unknown): void => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    const refusal = error instanceof PhotosMissing ? error.message : photosRefusal(error);
    if (error instanceof SendingStopped) form.setError('root', { type: STOPPED, message: error.message });
    else if (refusal !== undefined) form.setError('image', { type: 'server', message: refusal }, { shouldFocus: true });
    else if (!showFieldErrors(form, error, LISTING_FIELDS)) form.setError('root', { type: 'server', message: sentenceOf(error) });
  };

  const waitForPhotos = (): Promise<string[]> =>
    new Promise((resolve, reject) => {
      stopWaiting.current = () => reject(new SendingStopped('Not listed yet. What you filled in is kept, and the photos go on.'));
      gatherPhotos(uploads).then(resolve, reject);
    });

  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      let listed: { question?: string };
      try {
        const [image = '', ...further] = await waitForPhotos();
        listed = await api.call('POST /products', { query: { email }, body: { ...typed, image, photos: further } });
      } catch (error) {
        return showRefusal(error);
      }
      uploads.clear();
      form.reset(emptyListing());
      forgetDraft(draftName(email));
      void queries.invalidateQueries();
      await navigate('/dashboard/myProducts');
      showSuccess('Successfully added a Product!');
      if (listed.question !== undefined) showError(listed.question);
    }),
  );

  return { form, submit, photos, uploads, draft, stopWaiting: () => stopWaiting.current?.() };
};
