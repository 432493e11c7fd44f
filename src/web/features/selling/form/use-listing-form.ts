import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type FieldErrors, type Path, useForm } from 'react-hook-form';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { showFieldErrors } from '../../../form-errors.ts';
import { useNavigate } from '../../../router/index.ts';
import { showError, showSuccess } from '../../../ui/toast.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { useApp } from '../../../use-app.tsx';
import { withTabDraft } from '../drafts/draft-session.ts';
import { useDraftSaving } from '../drafts/use-draft-saving.ts';
import type { PhotoUploads } from '../photos/photo-uploads.ts';
import { usePhotos } from '../photos/use-photos.ts';
import { IMEI_MISSING, isImeiMissing, type ListingForm, listingResolver, toTexts } from './form-fields.ts';
import { FORM_FIELDS } from './steps.ts';

/** The error type when the seller stopped the submission: nothing went wrong. */
export const STOPPED = 'stopped';

/** Why a listing wasn't sent: shown at the photos' field or, when the seller stopped it, on the form. */
class PhotosMissing extends Error {}
class SendingStopped extends Error {}

type Leading = (field: Path<ListingForm>, focus: () => void) => void;

/** The state of the listing form and its submission. `leadTo` shows a field's step and calls `focus` once it is visible. */
export function useListingForm(email: string, leadTo: Leading) {
  const { api } = useApp();
  const { photos, uploads } = usePhotos(api);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ListingForm>({ resolver: listingResolver, defaultValues: withTabDraft(email), shouldFocusError: false });
  const draft = useDraftSaving({ form, email, photos, uploads });
  const stopWaiting = useRef<(() => void) | null>(null);

  const chosen = photos.map(({ key }) => key).join(' ');
  useEffect(() => {
    form.setValue('image', chosen === '' ? [] : chosen.split(' '), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    if (chosen !== '') form.clearErrors('image');
  }, [form, chosen]);

  const focusOn = (field: Path<ListingForm> | undefined): void => {
    if (field !== undefined) leadTo(field, () => form.setFocus(field));
  };

  const showRefusal = (error: unknown): void => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    const refusal = error instanceof PhotosMissing ? error.message : photosRefusal(error);
    if (error instanceof SendingStopped) form.setError('root', { type: STOPPED, message: error.message });
    else if (refusal !== undefined) {
      form.setError('image', { type: 'server', message: refusal });
      focusOn('image');
    } else if (showFieldErrors(form, error, FORM_FIELDS)) focusOn(error instanceof ApiError ? FORM_FIELDS.find((name) => name in error.fields) : undefined);
    else form.setError('root', { type: 'server', message: sentenceOf(error) });
  };

  const waitForPhotos = (): Promise<string[]> =>
    new Promise((resolve, reject) => {
      stopWaiting.current = () => reject(new SendingStopped('Not listed yet. Your entries are saved, and the photos keep uploading.'));
      gatherPhotos(uploads).then(resolve, reject);
    });

  const submit = useSingleFlight(
    form.handleSubmit(
      async (typed) => {
        // The shop would reply with the listing already made from this draft.
        if (draft.state.at === 'listed') return form.setError('root', { type: 'server', message: draft.state.reason });
        if (isImeiMissing(typed)) {
          form.setError('imei', { type: 'missing', message: IMEI_MISSING });
          return focusOn('imei');
        }
        let listed: { question?: string };
        try {
          const [image = '', ...further] = await waitForPhotos();
          await draft.rest();
          // The draft's id makes this idempotent: resending after a lost reply lists nothing twice.
          listed = await api.call('POST /products', { query: { email, draft: draft.id() }, body: { ...toTexts(typed), image, photos: further } });
        } catch (error) {
          draft.wake();
          return showRefusal(error);
        }
        draft.end();
        void queries.invalidateQueries();
        await navigate('/dashboard/myProducts');
        showSuccess('Successfully added a Product!');
        if (listed.question !== undefined) showError(listed.question);
      },
      (errors) => focusOn(firstWrong(errors)),
    ),
  );

  /** Validates one step's fields; the first invalid one gets the focus. */
  const check = async (fields: readonly Path<ListingForm>[]): Promise<boolean> => {
    const isRight = await form.trigger([...fields]);
    if (!isRight) focusOn(firstWrong(form.formState.errors, fields));
    return isRight;
  };

  return { form, submit, check, photos, uploads, draft, stopWaiting: () => stopWaiting.current?.() };
}

/** Returns the shop's message about the photos, whichever of them it concerns. */
function photosRefusal(error: unknown): string | undefined {
  return error instanceof ApiError ? Object.entries(error.fields).find(([name]) => name.split('.')[0] === 'photos')?.[1] : undefined;
}

/** Returns the addresses of all photos, in order, once none is uploading. Canceled and failed uploads are retried. */
async function gatherPhotos(uploads: PhotoUploads): Promise<string[]> {
  for (const { key, state } of uploads.photos()) if (state.at === 'canceled' || (state.at === 'failed' && !state.isFinal)) uploads.retry(key);
  await uploads.settled();
  const states = uploads.photos().map(({ state }) => state);
  if (states.length === 0) throw new PhotosMissing('Image is required.');
  if (states.some(({ at }) => at === 'failed')) throw new PhotosMissing('Some photos failed to upload. Try them again or remove them.');
  if (states.some(({ at }) => at === 'canceled')) throw new SendingStopped('Upload canceled. Your entries are saved.');
  return states.flatMap((state) => (state.at === 'sent' ? [state.address] : []));
}

/** Returns the first invalid field, in the form's order. */
export function firstWrong(errors: FieldErrors<ListingForm>, among: readonly Path<ListingForm>[] = FORM_FIELDS): Path<ListingForm> | undefined {
  return among.find((name) => hasError(errors, name));
}

function hasError(errors: FieldErrors<ListingForm>, name: Path<ListingForm>): boolean {
  const [first = '', second] = name.split('.');
  // The form's errors are nested as its fields are.
  const outer = (errors as Record<string, Record<string, unknown> | undefined>)[first];
  return second === undefined ? outer !== undefined && first !== 'specification' : outer?.[second] !== undefined;
}
