import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type Api, ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { useNavigate } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { emptyListing, LISTING_FIELDS, type ListingForm, listingResolver } from './listing-form-fields.ts';

const draftName = (email: string): string => `listing:${email}`;

const withDraft = (email: string): ListingForm => {
  const empty = emptyListing();
  const draft = readDraft<ListingForm>(draftName(email));
  // A file can't be kept: it has to be chosen again.
  return { ...empty, ...draft, specification: { ...empty.specification, ...draft.specification }, image: null };
};

/** A refused picture, told apart from a refused listing. */
class ImageRefused extends Error {}

const isFault = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status === 403 || error.status >= 500);

/** Uploads a picture once, however often its listing is sent. */
const useUpload = (api: Api) => {
  const uploaded = useRef<{ file: File; address: string } | null>(null);
  return async (file: File): Promise<string> => {
    if (uploaded.current?.file === file) return uploaded.current.address;
    try {
      const address = await api.uploadImage(file);
      uploaded.current = { file, address };
      return address;
    } catch (error) {
      if (isFault(error)) throw error;
      throw new ImageRefused(sentenceOf(error));
    }
  };
};

/** The form that lists a phone, and what happens when it is sent. */
export const useListingForm = (email: string) => {
  const { api } = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const upload = useUpload(api);
  const form = useForm<ListingForm>({ resolver: listingResolver, defaultValues: withDraft(email) });
  useDraft(form, draftName(email));

  const showRefusal = (error: unknown): void => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    if (error instanceof ImageRefused) form.setError('image', { type: 'server', message: error.message }, { shouldFocus: true });
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

  return { form, submit };
};
