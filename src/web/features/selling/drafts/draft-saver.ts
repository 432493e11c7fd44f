import type { DraftContent } from '#contract/drafts.ts';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';

/** The pause in typing after which a draft is saved, in milliseconds. */
const PAUSE_MS = 1200;
const RETRY_MS = 8000;

/** Which draft it is, and the revision of it that is known here; 0 before the shop has it. */
export type DraftKey = { id: string; revision: number };

export type SavingState =
  | { at: 'idle' }
  | { at: 'saving' }
  | { at: 'saved' }
  /** Kept in this tab alone, with the reason. */
  | { at: 'unsaved'; reason: string }
  /** Another tab or device saved the same draft meanwhile. */
  | { at: 'changed'; reason: string }
  /** Its phone was listed from elsewhere. */
  | { at: 'listed'; reason: string };

type Save = (key: DraftKey, content: DraftContent) => Promise<{ revision: number }>;

const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

const obstacleOf = (error: unknown): 'unsaved' | 'changed' | 'listed' => {
  if (!(error instanceof ApiError) || error.status !== 409) return 'unsaved';
  return error.code === 'already_listed' ? 'listed' : 'changed';
};

/** Saves one draft again and again while it is typed: after a pause, one request at a time, the newest content only, never over another's. */
export const createDraftSaver = (first: DraftKey, save: Save) => {
  let key = first;
  let state: SavingState = { at: 'idle' };
  let waiting: DraftContent | null = null;
  let savedText = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isDeaf = false;
  const listeners = new Set<() => void>();

  const become = (next: SavingState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** Only its seller can say what to do. */
  const isStuck = (): boolean => state.at === 'changed' || state.at === 'listed';
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  const refuse = (error: unknown, content: DraftContent): void => {
    const status = error instanceof ApiError ? error.status : 0;
    waiting ??= content;
    if (status === 404 && key.revision > 0) {
      // Deleted elsewhere while it is typed here: what is typed is kept.
      key = { ...key, revision: 0 };
      later(0);
      return;
    }
    become({ at: obstacleOf(error), reason: sentenceOf(error) });
    if (isPassing(error)) later(RETRY_MS);
  };

  const saveWaiting = async (): Promise<void> => {
    const content = waiting;
    if (!content) return;
    waiting = null;
    become({ at: 'saving' });
    try {
      const { revision } = await save(key, content);
      key = { ...key, revision };
      savedText = JSON.stringify(content);
      become({ at: 'saved' });
    } catch (error) {
      refuse(error, content);
    }
  };

  /** Saves now what is not saved yet; true when the shop has everything. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer);
    if (isStuck()) return false;
    while (running) await running;
    running = saveWaiting().finally(() => {
      running = null;
    });
    await running;
    return waiting === null;
  };

  return {
    key: () => key,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What the shop has already, so that it is not saved again. */
    begin(content: DraftContent): void {
      savedText = JSON.stringify(content);
    },
    /** Something was typed. */
    note(content: DraftContent): void {
      if (isDeaf) return;
      if (JSON.stringify(content) === savedText && waiting === null) return;
      waiting = content;
      if (!isStuck()) later(PAUSE_MS);
    },
    flush,
    /** Saves what is here over what another saved as `revision`. */
    overwrite(revision: number): Promise<boolean> {
      key = { ...key, revision };
      become({ at: 'saving' });
      return flush();
    },
    /** Hears no more of what is typed: the form shows something else. What it heard before is saved all the same. */
    deafen(): void {
      isDeaf = true;
    },
    listen(): void {
      isDeaf = false;
    },
    /** Resolves when no request is under way; none begins until something is typed or `flush`. */
    async rest(): Promise<void> {
      clearTimeout(timer);
      while (running) await running;
      clearTimeout(timer);
    },
    /** Saves nothing more: the draft is published, or another is gone on with. */
    stop(): void {
      isDeaf = true;
      clearTimeout(timer);
      waiting = null;
    },
  };
};
export type DraftSaver = ReturnType<typeof createDraftSaver>;
