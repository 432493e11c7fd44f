import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftContent } from '#contract/drafts.ts';
import type { Api } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { forgetDraft, useDraft } from '../../../form-draft.ts';
import { showError } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';
import { emptyListing, hasText, type ListingForm } from '../form/form-fields.ts';
import type { Form } from '../form/form-parts.tsx';
import type { Photo } from '../photos/photo-list.ts';
import type { PhotoUploads } from '../photos/photo-uploads.ts';
import { createDraftSaver, type DraftKey, type DraftSaver } from './draft-saver.ts';
import { draftName, keepTabDraft, newTabDraft, readTabDraft } from './draft-session.ts';
import { draftsOptions } from './queries.ts';

const addressesOf = (photos: readonly Photo[]): string[] => photos.flatMap(({ state }) => (state.at === 'sent' ? [state.address] : []));

const contentOf = (values: ListingForm, photos: string[]): DraftContent => {
  const { image: _, imei: __, inHand: ___, ...input } = values;
  return { ...input, photos };
};

const toForm = ({ photos: _, ...input }: DraftContent): ListingForm => ({ ...emptyListing(), ...input });

const saverFor = (api: Api, key: DraftKey): DraftSaver =>
  createDraftSaver(key, ({ id, revision }, content) => api.call('PUT /drafts/:id', { params: { id }, body: { revision, content } }));

type Put = { form: Form; email: string; photos: readonly Photo[]; uploads: PhotoUploads };
/** What was left for an empty form, and can be had back. */
type Left = { values: ListingForm; saver: DraftSaver; photos: string[] };

/** Keeps what is typed in this tab and in the shop, and goes on with what was kept. */
export const useDraftSaving = ({ form, email, photos, uploads }: Put) => {
  const { api } = useApp();
  const queries = useQueryClient();
  const [found] = useState(() => readTabDraft(email));
  const [saver, setSaver] = useState(() => saverFor(api, found));
  const [hasFound] = useState(() => hasText(form.getValues()) || found.photos.length > 0);
  const [left, setLeft] = useState<Left | null>(null);
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  useDraft(form, draftName(email));

  const addresses = addressesOf(photos).join(' ');
  const latest = useRef({ addresses, saver });
  latest.current = { addresses, saver };
  const contentNow = (): DraftContent => contentOf(form.getValues(), latest.current.addresses === '' ? [] : latest.current.addresses.split(' '));

  const adopted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there.
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    if (found.photos.length > 0) uploads.adopt(found.photos);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the photos or of the draft is what is waited for.
  useEffect(() => {
    const note = (): void => {
      const content = contentNow();
      keepTabDraft(email, { ...saver.key(), photos: content.photos });
      if (saver.key().revision > 0 || content.photos.length > 0 || hasText(form.getValues())) saver.note(content);
    };
    note();
    const watching = form.watch(note);
    const unsubscribe = saver.subscribe(() => keepTabDraft(email, { ...saver.key(), photos: contentNow().photos }));
    return () => {
      watching.unsubscribe();
      unsubscribe();
    };
  }, [form, saver, addresses, email]);
  // Whoever leaves the page by a link is not waited for.
  useEffect(() => () => void latest.current.saver.flush(), []);

  const show = (values: ListingForm, shown: string[], next: DraftSaver): void => {
    uploads.clear();
    form.reset(values);
    setSaver(next);
    if (shown.length > 0) uploads.adopt(shown);
  };
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: draftsOptions(api, email).queryKey });

  /** Shows a draft of the shop’s instead of what is shown; what can’t be saved first is not left. */
  const open = async (id: string): Promise<void> => {
    try {
      if (!(await saver.flush())) return showError('We couldn’t save this form, so we kept it open. Please try again in a moment.');
      const { revision, content } = await api.call('GET /drafts/:id', { params: { id } });
      saver.stop();
      setLeft(null);
      const next = saverFor(api, { id, revision });
      next.begin(content);
      show(toForm(content), content.photos, next);
    } catch (error) {
      showError(sentenceOf(error));
    }
    readAgain();
  };

  const startAfresh = (): void => {
    const { photos: stored } = contentNow();
    setLeft({ values: form.getValues(), saver, photos: stored });
    void saver.flush().then(readAgain);
    saver.deafen();
    show(emptyListing(), [], saverFor(api, newTabDraft()));
    forgetDraft(draftName(email));
  };
  const undo = (): void => {
    if (!left) return;
    saver.stop();
    setLeft(null);
    left.saver.listen();
    show(left.values, left.photos, left.saver);
  };

  /** After another tab saved the same draft: the other's is shown, or this one is saved over it. */
  const takeOther = async (): Promise<void> => {
    try {
      const { revision, content } = await api.call('GET /drafts/:id', { params: { id: saver.key().id } });
      saver.stop();
      const next = saverFor(api, { id: saver.key().id, revision });
      next.begin(content);
      show(toForm(content), content.photos, next);
    } catch (error) {
      showError(sentenceOf(error));
    }
  };
  const keepMine = async (): Promise<void> => {
    try {
      const { revision } = await api.call('GET /drafts/:id', { params: { id: saver.key().id } });
      await saver.overwrite(revision);
    } catch (error) {
      showError(sentenceOf(error));
    }
  };

  /** What stands in the form becomes a draft of its own, such as of another phone like the one that is listed. */
  const beginAnother = (): void => {
    const next = saverFor(api, newTabDraft());
    saver.stop();
    setSaver(next);
  };

  /** The phone is listed: nothing of the draft is left. */
  const end = (): void => {
    saver.stop();
    setLeft(null);
    const fresh = newTabDraft();
    show(emptyListing(), [], saverFor(api, fresh));
    forgetDraft(draftName(email));
    // At once: under the old one's name nothing could be listed any more.
    keepTabDraft(email, fresh);
  };

  /** While the phone is being listed, its draft is not written. */
  const rest = (): Promise<void> => saver.rest();
  const wake = (): void => void saver.flush();

  return { id: () => saver.key().id, rest, wake, state, hasFound, left: left !== null, open, startAfresh, undo, takeOther, keepMine, beginAnother, end };
};
export type DraftSaving = ReturnType<typeof useDraftSaving>;
