import { readDraft } from '../../../form-draft.ts';
import type { DraftKey } from './draft-saver.ts';
import { emptyListing, type ListingForm } from './form-fields.ts';

/** The name under which the tab itself keeps what is typed. */
export const draftName = (email: string): string => `listing:${email}`;
const storageKey = (email: string): string => `draft-key:${draftName(email)}`;

/** A draft as the tab knows it: which one it is, and where its photos are that the shop has. */
export type TabDraft = DraftKey & { photos: string[] };

export const newTabDraft = (): TabDraft => ({ id: crypto.randomUUID(), revision: 0, photos: [] });

/** The draft that this tab was at; a new one when there was none, or storing is forbidden. */
export const readTabDraft = (email: string): TabDraft => {
  try {
    // Written by `keepTabDraft`; the shop checks every part of it again.
    const kept = JSON.parse(sessionStorage.getItem(storageKey(email)) ?? 'null') as TabDraft | null;
    if (kept && typeof kept.id === 'string' && typeof kept.revision === 'number' && Array.isArray(kept.photos)) return kept;
  } catch {
    // Nothing that can be gone on with.
  }
  return newTabDraft();
};

export const keepTabDraft = (email: string, draft: TabDraft): void => {
  try {
    sessionStorage.setItem(storageKey(email), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the shop has the draft.
  }
};

/** What was typed in this tab before, in an empty form. */
export const withTabDraft = (email: string): ListingForm => {
  const empty = emptyListing();
  const kept = readDraft<ListingForm>(draftName(email));
  return {
    ...empty,
    ...kept,
    specification: { ...empty.specification, ...kept.specification },
    answers: { ...empty.answers, ...kept.answers },
    filled: { ...kept.filled },
    image: [],
  };
};
