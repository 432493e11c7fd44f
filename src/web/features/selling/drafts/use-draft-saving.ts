import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftContent } from '#contract/selling/drafts.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../../form-draft.ts';
import { showError } from '../../../ui/toast.tsx';
import { type Session, useApp } from '../../../use-app.tsx';
import { emptyListing, hasText, type ListingForm } from '../form/form-fields.ts';
import type { Form } from '../form/form-parts.tsx';
import { addressesOf, type Photo } from '../photos/photo-list.ts';
import type { PhotoUploads } from '../photos/photo-uploads.ts';
import { createDraftSaver, type DraftKey, type DraftSaver } from './draft-saver.ts';
import { draftName, newTabDraft, readTabDraft, saveTabDraft, type TabDraft } from './draft-session.ts';
import { leaveSaver, takeUpSaver } from './left-saver.ts';
import { draftsOptions } from './queries.ts';

/** Like the shop's drafts, the tab's stores no IMEI. */
const NOT_STORED = ['imei'] as const;

type Put = { form: Form; email: string; photos: readonly Photo[]; uploads: PhotoUploads };
/** What was replaced by an empty form, and can be restored. */
type Left = { values: ListingForm; saver: DraftSaver; photos: string[] };
export type DraftSaving = ReturnType<typeof useDraftSaving>;

type Drafting = ReturnType<typeof useDrafting>;

/** Saves the typed text in this tab and on the server, and continues from what was saved. */
export function useDraftSaving(put: Put) {
  const { form, email } = put;
  const [known] = useState(() => readTabDraft(email));
  // Without its text, the draft is the shop's to show: an empty form isn't saved over it.
  const [isTextLost] = useState(() => known.revision > 0 && Object.keys(readDraft(draftName(email))).length === 0);
  const [found] = useState(() => (isTextLost ? newTabDraft() : known));
  const [hasFound] = useState(() => hasText(form.getValues()) || found.photos.length > 0);
  const drafting = useDrafting(put, found);
  const { saver, show, setSaver, setLeft } = drafting;
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  const switching = useSwitching(put, drafting);
  const conflict = useConflict(drafting);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isTextLost || isOpened.current) return;
    isOpened.current = true;
    void switching.open(known.id);
  });

  /** Turns the form's content into a new draft, such as for another phone like the one just listed. */
  const beginAnother = (): void => {
    saver.stop();
    // Which phone it is goes with the draft.
    form.setValue('knownImei', '');
    setSaver(drafting.saverFor(newTabDraft()));
  };

  /** The phone is listed: removes everything of its draft. */
  const end = (): void => {
    saver.stop();
    setLeft(null);
    const fresh = newTabDraft();
    show(emptyListing(), [], drafting.saverFor(fresh));
    forgetDraft(draftName(email));
    // Right away: nothing more could be listed under the old draft's id.
    saveTabDraft(email, fresh);
  };

  return {
    id: () => saver.key().id,
    /** Pauses saving while the phone is being listed. */
    rest: (): Promise<void> => saver.rest(),
    wake: (): void => void saver.flush(),
    state,
    hasFound,
    left: drafting.left !== null,
    ...switching,
    ...conflict,
    beginAnother,
    end,
  };
}

/** The draft in the form, and its saver. */
function useDrafting({ form, email, photos, uploads }: Put, found: TabDraft) {
  const { api, session } = useApp();
  const saverFor = (key: DraftKey): DraftSaver =>
    createDraftSaver(key, async ({ id, revision }, content) => {
      if (!isLoggedIn(session, email)) throw new Error('Somebody else is logged in.');
      return api.call('PUT /drafts/:id', { params: { id }, body: { revision, content } });
    });
  const [saver, setSaver] = useState(() => takeUpSaver(email, found.id) ?? saverFor(found));
  const [left, setLeft] = useState<Left | null>(null);
  useDraft(form, draftName(email), NOT_STORED);

  const addresses = addressesOf(photos).join(' ');
  const latest = useRef({ addresses, saver });
  latest.current = { addresses, saver };
  const contentNow = (): DraftContent => contentOf(form.getValues(), latest.current.addresses === '' ? [] : latest.current.addresses.split(' '));

  const adopted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form is there.
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    if (found.photos.length > 0) uploads.adopt(found.photos);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reruns when the photos or the draft change.
  useEffect(() => {
    const note = (): void => {
      const content = contentNow();
      saveTabDraft(email, { ...saver.key(), photos: content.photos });
      if (saver.key().revision > 0 || content.photos.length > 0 || hasText(form.getValues())) saver.note(content);
    };
    note();
    const watching = form.watch(note);
    const unsubscribe = saver.subscribe(() => saveTabDraft(email, { ...saver.key(), photos: contentNow().photos }));
    return () => {
      watching.unsubscribe();
      unsubscribe();
    };
  }, [form, saver, addresses, email]);
  // Leaving the page by a link must not wait for the save.
  useEffect(() => () => leaveSaver(email, latest.current.saver), [email]);

  const show = (values: ListingForm, shown: string[], next: DraftSaver): void => {
    uploads.clear();
    form.reset(values);
    setSaver(next);
    if (shown.length > 0) uploads.adopt(shown);
  };
  /** Replaces the form's content with a saved draft. */
  const showSaved = async (id: string): Promise<void> => {
    const { revision, content } = await api.call('GET /drafts/:id', { params: { id } });
    saver.stop();
    const next = saverFor({ id, revision });
    next.begin(content);
    show(toForm(content), content.photos, next);
  };

  return { saver, setSaver, saverFor, left, setLeft, contentNow, show, showSaved };
}

/** A form that was left goes on saving, but not in another person's name. */
function isLoggedIn(session: Session, email: string): boolean {
  const state = session.state();
  return state.status === 'signed-in' && state.identity.email === email;
}

function contentOf(values: ListingForm, photos: string[]): DraftContent {
  const { image: _, imei: __, inHand: ___, ...input } = values;
  return { ...input, photos };
}

function toForm({ photos: _, ...input }: DraftContent): ListingForm {
  return { ...emptyListing(), ...input };
}

/** Switches from the current draft to another one or to an empty form. */
function useSwitching({ form, email }: Put, { saver, saverFor, left, setLeft, contentNow, show, showSaved }: Drafting) {
  const { api } = useApp();
  const queries = useQueryClient();
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: draftsOptions(api, email).queryKey });

  const beginWith = (values: ListingForm): void => {
    setLeft({ values: form.getValues(), saver, photos: contentNow().photos });
    void saver.flush().then(readAgain);
    saver.deafen();
    forgetDraft(draftName(email));
    show(values, [], saverFor(newTabDraft()));
  };

  return {
    /** Opens another draft, unless the current one can't be saved first. */
    async open(id: string): Promise<void> {
      try {
        if (!(await saver.flush())) return showError('We couldn’t save this form, so we kept it open. Please try again in a moment.');
        await showSaved(id);
        setLeft(null);
      } catch (error) {
        showError(sentenceOf(error));
      }
      readAgain();
    },
    startAfresh: (): void => beginWith(emptyListing()),
    /** Begins another draft with these values; what was there stays a draft. */
    beginWith,
    undo(): void {
      if (!left) return;
      saver.stop();
      setLeft(null);
      left.saver.listen();
      show(left.values, left.photos, left.saver);
    },
  };
}

/** After another tab saved the same draft: shows the other's version, or saves this one over it. */
function useConflict({ saver, showSaved }: Drafting) {
  const { api } = useApp();
  const orSay = (error: unknown): void => showError(sentenceOf(error));
  return {
    takeOther: (): Promise<void> => showSaved(saver.key().id).catch(orSay),
    async keepMine(): Promise<void> {
      try {
        const { revision } = await api.call('GET /drafts/:id', { params: { id: saver.key().id } });
        await saver.overwrite(revision);
      } catch (error) {
        orSay(error);
      }
    },
  };
}
