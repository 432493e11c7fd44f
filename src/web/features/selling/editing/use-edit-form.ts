import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnListing } from '#contract/selling/editing.ts';
import { ApiError } from '../../../api.ts';
import { forgetDraft, readDraft, saveDraft } from '../../../form-draft.ts';
import { useNavigate } from '../../../router/index.ts';
import { showSuccess } from '../../../ui/toast.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { useApp } from '../../../use-app.tsx';
import type { ListingForm } from '../form/form-fields.ts';
import { type Leading, useListingFields } from '../form/use-listing-fields.ts';
import { addressesOf } from '../photos/photo-list.ts';
import { toEditedTexts, toEditForm } from './edited-form.ts';

const STOPPED_WAITING = 'Nothing is changed yet. Your entries are kept, and the photos keep uploading.';

/** What the tab stores: what an edit may change, the addresses of the photos, and the listing's revision that was edited. */
type EditDraft = ListingForm & { photos: string[]; revision: number };

/**
 * The form for a listing that is on sale. `conflict`: what somebody else's tab made of it in the meantime; `isRestored`: it has unsaved changes from
 * before.
 */
export function useEditForm(listing: OwnListing, leadTo: Leading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = `edit:${listing._id}`;
  const [{ photos: stored, revision: edited = listing.revision, ...texts }] = useState(() => readDraft<EditDraft>(name));
  const [isRestored, setRestored] = useState(stored !== undefined);
  const fields = useListingFields(() => ({ ...toEditForm(listing), ...texts }), leadTo);
  const { form, uploads } = fields;
  // An older one than the shop's leads to a conflict when it is saved.
  const revision = useRef(edited);
  const [base, setBase] = useState(listing);
  const [conflict, setConflict] = useState<OwnListing | null>(null);

  const adopted = useRef(false);
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    uploads.adopt(stored ?? photosOf(listing));
  }, [listing, stored, uploads]);

  useSaving({ name, base, revision }, fields);

  const show = (version: OwnListing): void => {
    revision.current = version.revision;
    setBase(version);
    uploads.clear();
    form.reset(toEditForm(version));
    uploads.adopt(photosOf(version));
    setRestored(false);
  };

  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        const [image = '', ...photos] = await fields.waitForPhotos(STOPPED_WAITING);
        const body = { ...toEditedTexts(typed), image, photos, revision: revision.current };
        await api.call('PATCH /products/:id', { params: { id: listing._id }, body });
      } catch (error) {
        const current = error instanceof ApiError && error.code === 'listing_changed' ? error.current : undefined;
        // With this code it is always the listing.
        if (current !== undefined) return setConflict(current as OwnListing);
        return fields.showRefusal(error);
      }
      forgetDraft(name);
      void queries.invalidateQueries();
      await navigate('/dashboard/myProducts');
      showSuccess(`${listing.model_name} is updated.`);
    }, fields.focusOnFirst),
  );

  const takeOther = (): void => {
    if (!conflict) return;
    show(conflict);
    setConflict(null);
  };
  const keepMine = (): void => {
    if (!conflict) return;
    revision.current = conflict.revision;
    setConflict(null);
    void submit();
  };

  return { ...fields, submit, conflict, takeOther, keepMine, isRestored, discard: () => show(listing) };
}

const photosOf = ({ image, photos }: OwnListing): string[] => [image, ...photos];

type Saving = { name: string; base: OwnListing; revision: { readonly current: number } };

/** Saves the changes in the tab, for as long as there are any. `base`: the version that was changed. */
function useSaving({ name, base, revision }: Saving, { form, photos, uploads }: Pick<ReturnType<typeof useListingFields>, 'form' | 'photos' | 'uploads'>) {
  useEffect(() => {
    const saved = JSON.stringify({ ...toEditedTexts(toEditForm(base)), photos: photosOf(base) });
    const save = (): void => {
      const draft = { ...toEditedTexts(form.getValues()), photos: addressesOf(uploads.photos()) };
      if (JSON.stringify(draft) === saved) forgetDraft(name);
      else saveDraft(name, { ...draft, revision: revision.current });
    };
    // Photos that were just adopted are shown with the next render.
    if (photos === uploads.photos()) save();
    const watching = form.watch(save);
    return () => watching.unsubscribe();
  }, [form, base, name, photos, uploads, revision]);
}
