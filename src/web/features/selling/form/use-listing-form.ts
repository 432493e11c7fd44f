import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api.ts';
import { usePhotoUpload } from '../../../photo-upload/use-photo-upload.ts';
import { useNavigate } from '../../../router/index.ts';
import { showError, showSuccess } from '../../../ui/toast.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { useApp } from '../../../use-app.tsx';
import { withTabDraft } from '../drafts/draft-session.ts';
import { useDraftSaving } from '../drafts/use-draft-saving.ts';
import { IMEI_MISSING, isImeiMissing, toTexts } from './form-fields.ts';
import { type Leading, useListingFields } from './use-listing-fields.ts';

const STOPPED_WAITING = 'Not listed yet. Your entries are saved, and the photos keep uploading.';

/** The form for a new listing, which is a draft until it is sent. */
export function useListingForm(email: string, leadTo: Leading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const fields = useListingFields(() => withTabDraft(email), leadTo);
  const { form, photos, uploads, focusOn } = fields;
  const draft = useDraftSaving({ form, email, photos, uploads });
  const proof = usePhotoUpload();
  const { cancel } = proof;
  const draftId = draft.id();
  // Another draft is about another phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reruns when the draft changes.
  useEffect(() => cancel, [draftId, cancel]);

  const waitsForProof = (): boolean => {
    const isAwaited = proof.blocksSubmit();
    if (isAwaited) leadTo('inHand', () => proof.field.current?.focus());
    return isAwaited;
  };
  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      // The shop would reply with the listing already made from this draft.
      if (draft.state.at === 'listed') return form.setError('root', { type: 'server', message: draft.state.reason });
      if (isImeiMissing(typed)) {
        form.setError('imei', { type: 'missing', message: IMEI_MISSING });
        return focusOn('imei');
      }
      if (waitsForProof()) return;
      let listed: { question?: string };
      try {
        const [image = '', ...further] = await fields.waitForPhotos(STOPPED_WAITING);
        // One may have been chosen meanwhile.
        if (waitsForProof()) return;
        await draft.rest();
        // The draft's id makes this idempotent: resending after a lost reply lists nothing twice.
        listed = await api.call('POST /products', {
          query: { email, draft: draft.id() },
          body: { ...toTexts(typed), inHand: form.getValues('inHand'), image, photos: further },
        });
      } catch (error) {
        draft.wake();
        // As specified, without a message.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
        return fields.showRefusal(error);
      }
      draft.end();
      void queries.invalidateQueries();
      await navigate('/dashboard/myProducts');
      showSuccess('Successfully added a Product!');
      if (listed.question !== undefined) showError(listed.question);
    }, fields.focusOnFirst),
  );

  return { ...fields, submit, draft, proof };
}
