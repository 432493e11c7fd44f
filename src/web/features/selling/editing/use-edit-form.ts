import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnListing } from '#contract/selling/editing.ts';
import { ApiError } from '../../../api.ts';
import { forgetDraft, readDraft, useDraft } from '../../../form-draft.ts';
import { useNavigate } from '../../../router/index.ts';
import { showSuccess } from '../../../ui/toast.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { useApp } from '../../../use-app.tsx';
import type { ListingForm } from '../form/form-fields.ts';
import { type Leading, useListingFields } from '../form/use-listing-fields.ts';
import { toEditedTexts, toEditForm } from './edited-form.ts';

const STOPPED_WAITING = 'Nothing is changed yet. Your entries are kept, and the photos keep uploading.';
/** The tab stores what was typed; photos are uploaded already, and the model can't change. */
const NOT_STORED = ['image', 'imei', 'model', 'inHand'] as const;

/** What was typed belongs to one revision: a later one may differ in any field. */
const draftName = ({ _id, revision }: OwnListing): string => `edit:${_id}:${revision}`;

/** The form for a listing that is on sale. `conflict`: what somebody else's tab made of it in the meantime. */
export function useEditForm(listing: OwnListing, leadTo: Leading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name] = useState(() => draftName(listing));
  const fields = useListingFields(() => ({ ...toEditForm(listing), ...readDraft<ListingForm>(name) }), leadTo);
  const { form, uploads } = fields;
  const revision = useRef(listing.revision);
  const [conflict, setConflict] = useState<OwnListing | null>(null);
  useDraft(form, name, NOT_STORED);

  const adopted = useRef(false);
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    uploads.adopt([listing.image, ...listing.photos]);
  }, [listing, uploads]);

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
    revision.current = conflict.revision;
    uploads.clear();
    form.reset(toEditForm(conflict));
    uploads.adopt([conflict.image, ...conflict.photos]);
    setConflict(null);
  };
  const keepMine = (): void => {
    if (!conflict) return;
    revision.current = conflict.revision;
    setConflict(null);
    void submit();
  };

  return { ...fields, submit, conflict, takeOther, keepMine };
}
