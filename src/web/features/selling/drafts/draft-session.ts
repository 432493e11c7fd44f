import { readDraft } from '../../../form-draft.ts';
import { emptyListing, type ListingForm } from '../form/form-fields.ts';
import type { DraftKey } from './draft-saver.ts';

/** A draft as the tab knows it: its id and revision, and the addresses of its uploaded photos. */
export type TabDraft = DraftKey & { photos: string[] };

/** Returns this tab's last draft; a new one when there was none, or storage is blocked. */
export function readTabDraft(email: string): TabDraft {
  try {
    // Written by `saveTabDraft`; the shop checks every part of it again.
    const stored = JSON.parse(sessionStorage.getItem(storageKey(email)) ?? 'null') as TabDraft | null;
    if (stored && typeof stored.id === 'string' && typeof stored.revision === 'number' && Array.isArray(stored.photos)) return stored;
  } catch {
    // Nothing usable is stored.
  }
  return newTabDraft();
}

const storageKey = (email: string): string => `draft-key:${draftName(email)}`;

/** The name under which the tab stores the typed text. */
export const draftName = (email: string): string => `listing:${email}`;

export const newTabDraft = (): TabDraft => ({ id: crypto.randomUUID(), revision: 0, photos: [] });

export function saveTabDraft(email: string, draft: TabDraft): void {
  try {
    sessionStorage.setItem(storageKey(email), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the shop has the draft.
  }
}

/** Returns an empty form filled with what was typed in this tab before. */
export function withTabDraft(email: string): ListingForm {
  const empty = emptyListing();
  const stored = readDraft<ListingForm>(draftName(email));
  return {
    ...empty,
    ...stored,
    specification: { ...empty.specification, ...stored.specification },
    answers: { ...empty.answers, ...stored.answers },
    filled: { ...stored.filled },
    image: [],
  };
}
