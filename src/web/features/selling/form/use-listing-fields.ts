import { useEffect, useRef } from 'react';
import { type FieldErrors, type Path, useForm } from 'react-hook-form';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { showFieldErrors } from '../../../form-errors.ts';
import { useApp } from '../../../use-app.tsx';
import type { PhotoUploads } from '../photos/photo-uploads.ts';
import { usePhotos } from '../photos/use-photos.ts';
import { type ListingForm, listingResolver } from './form-fields.ts';
import { FORM_FIELDS } from './steps.ts';

/** The error type when the seller stopped the submission: nothing went wrong. */
export const STOPPED = 'stopped';

/** Why a listing wasn't sent: shown at the photos' field or, when the seller stopped it, on the form. */
class PhotosMissing extends Error {}
class SendingStopped extends Error {}

export type Leading = (field: Path<ListingForm>, focus: () => void) => void;

/**
 * What listing a phone and editing a listing have in common: the fields, the photos, and where errors go. `leadTo` shows a field's step and calls `focus`
 * once it is visible.
 */
export function useListingFields(defaultValues: () => ListingForm, leadTo: Leading) {
  const { api } = useApp();
  const { photos, uploads } = usePhotos(api);
  const form = useForm<ListingForm>({ resolver: listingResolver, defaultValues: defaultValues(), shouldFocusError: false });
  const stopWaiting = useRef<(() => void) | null>(null);

  const chosen = photos.map(({ key }) => key).join(' ');
  useEffect(() => {
    form.setValue('image', chosen === '' ? [] : chosen.split(' '), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    if (chosen !== '') form.clearErrors('image');
  }, [form, chosen]);

  // Validated again once it is corrected: the library does so only after a form was sent, not after a step.
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name !== undefined && form.getFieldState(name).error) void form.trigger(name);
    });
    return () => watching.unsubscribe();
  }, [form]);

  const focusOn = (field: Path<ListingForm> | undefined): void => {
    if (field !== undefined) leadTo(field, () => form.setFocus(field));
  };

  const showRefusal = (error: unknown): void => {
    const refusal = error instanceof PhotosMissing ? error.message : photosRefusal(error);
    if (error instanceof SendingStopped) form.setError('root', { type: STOPPED, message: error.message });
    else if (refusal !== undefined) {
      form.setError('image', { type: 'server', message: refusal });
      focusOn('image');
    } else if (showFieldErrors(form, error, FORM_FIELDS)) focusOn(error instanceof ApiError ? FORM_FIELDS.find((name) => name in error.fields) : undefined);
    else form.setError('root', { type: 'server', message: sentenceOf(error) });
  };

  /** Returns the addresses of all photos once they are uploaded; `stopped` says what became of the form if the seller doesn't want to wait. */
  const waitForPhotos = (stopped: string): Promise<string[]> =>
    new Promise((resolve, reject) => {
      stopWaiting.current = () => reject(new SendingStopped(stopped));
      gatherPhotos(uploads).then(resolve, reject);
    });

  const focusOnFirst = (errors: FieldErrors<ListingForm>): void => focusOn(firstWrong(errors));

  /** Validates one step's fields; the first invalid one gets the focus. */
  const check = async (fields: readonly Path<ListingForm>[]): Promise<boolean> => {
    const isRight = await form.trigger([...fields]);
    if (!isRight) focusOn(firstWrong(form.formState.errors, fields));
    return isRight;
  };

  return { form, photos, uploads, check, focusOn, focusOnFirst, showRefusal, waitForPhotos, stopWaiting: () => stopWaiting.current?.() };
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
function firstWrong(errors: FieldErrors<ListingForm>, among: readonly Path<ListingForm>[] = FORM_FIELDS): Path<ListingForm> | undefined {
  return among.find((name) => hasError(errors, name));
}

function hasError(errors: FieldErrors<ListingForm>, name: Path<ListingForm>): boolean {
  const [first = '', second] = name.split('.');
  // The form's errors are nested as its fields are.
  const outer = (errors as Record<string, Record<string, unknown> | undefined>)[first];
  return second === undefined ? outer !== undefined && first !== 'specification' : outer?.[second] !== undefined;
}
