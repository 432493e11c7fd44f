import type { DraftContent } from '#contract/selling/drafts.ts';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { createObservable, type Observable } from '../../../observable.ts';

/** The pause in typing before a draft is saved, in milliseconds. */
const PAUSE_MS = 1200;
const RETRY_MS = 8000;

/** The draft's id, and the revision known here; 0 before the shop has it. */
export type DraftKey = { id: string; revision: number };

export type SavingState =
  | { at: 'idle' }
  | { at: 'saving' }
  | { at: 'saved' }
  /** Saved in this tab only, with the reason. */
  | { at: 'unsaved'; reason: string }
  /** Another tab or device saved the same draft meanwhile. */
  | { at: 'changed'; reason: string }
  /** Its phone was listed elsewhere. */
  | { at: 'listed'; reason: string };

type Save = (key: DraftKey, content: DraftContent) => Promise<{ revision: number }>;
export type DraftSaver = ReturnType<typeof createDraftSaver>;

type RequestEdges = { save: Save; state: Observable<SavingState>; retry: (ms: number) => void };

/** Saves one draft while it is typed: after a pause, one request at a time, only the newest content, never over another tab's. */
export function createDraftSaver(first: DraftKey, save: Save) {
  const state = createObservable<SavingState>({ at: 'idle' });
  const requests = createRequests(first, { save, state, retry: (ms) => timer.set(ms) });
  const timer = createTimer(() => void flush());
  let isDeaf = false;

  /** Saves unsaved content now; returns true when everything is saved. */
  const flush = async (): Promise<boolean> => {
    timer.clear();
    return isStuck(state.get()) ? false : requests.send();
  };

  return {
    key: requests.key,
    state: state.get,
    subscribe: state.subscribe,
    /** Sets content that is saved already, so that it is not saved again. */
    begin: requests.begin,
    /** Records new content. */
    note(content: DraftContent): void {
      if (isDeaf || !requests.take(content)) return;
      if (!isStuck(state.get())) timer.set(PAUSE_MS);
    },
    flush,
    /** Saves this content over what another tab saved as `revision`. */
    overwrite(revision: number): Promise<boolean> {
      requests.rebase(revision);
      state.set({ at: 'saving' });
      return flush();
    },
    /** Ignores further content, because the form shows something else. Content recorded before is still saved. */
    deafen(): void {
      isDeaf = true;
    },
    listen(): void {
      isDeaf = false;
    },
    /** Resolves when no request is in progress; the next one waits for new content or `flush`. */
    async rest(): Promise<void> {
      timer.clear();
      await requests.settled();
      timer.clear();
    },
    /** Saves nothing more: the draft is published, or the form continues with another. */
    stop(): void {
      isDeaf = true;
      timer.clear();
      requests.discard();
    },
  };
}

/** The requests that save one draft, one after the other. */
function createRequests(first: DraftKey, { save, state, retry }: RequestEdges) {
  let key = first;
  let waiting: DraftContent | null = null;
  /** Sent without a reply: the shop may have it. It is sent again as it was, so that its own revision isn't taken for another tab's. */
  let unheard: DraftContent | null = null;
  let savedText = '';
  let running: Promise<void> | null = null;

  const refuse = (error: unknown, content: DraftContent): void => {
    unheard = isPassing(error) ? content : null;
    if (unheard === null) waiting ??= content;
    if (error instanceof ApiError && error.status === 404 && key.revision > 0) {
      // Deleted elsewhere during editing: it is saved as new.
      key = { ...key, revision: 0 };
      retry(0);
      return;
    }
    state.set({ at: obstacleOf(error), reason: sentenceOf(error) });
    if (isPassing(error)) retry(RETRY_MS);
  };

  const saveWaiting = async (): Promise<void> => {
    const isAgain = unheard !== null;
    const content = unheard ?? waiting;
    if (!content) return;
    if (!isAgain) waiting = null;
    state.set({ at: 'saving' });
    try {
      const { revision } = await save(key, content);
      key = { ...key, revision };
      savedText = JSON.stringify(content);
      unheard = null;
      state.set({ at: 'saved' });
    } catch (error) {
      return refuse(error, content);
    }
    if (isAgain) await saveWaiting();
  };

  const settled = async (): Promise<void> => {
    while (running) await running;
  };

  return {
    key: () => key,
    settled,
    begin(content: DraftContent): void {
      savedText = JSON.stringify(content);
    },
    /** Returns whether there is something to save. */
    take(content: DraftContent): boolean {
      if (JSON.stringify(content) === savedText && waiting === null && unheard === null) return false;
      waiting = content;
      return true;
    },
    rebase(revision: number): void {
      key = { ...key, revision };
    },
    discard(): void {
      waiting = null;
      unheard = null;
    },
    async send(): Promise<boolean> {
      await settled();
      running = saveWaiting().finally(() => {
        running = null;
      });
      await running;
      return waiting === null && unheard === null;
    },
  };
}

function obstacleOf(error: unknown): 'unsaved' | 'changed' | 'listed' {
  if (!(error instanceof ApiError) || error.status !== 409) return 'unsaved';
  return error.code === 'already_listed' ? 'listed' : 'changed';
}

function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** A single timer: setting it again replaces it. */
function createTimer(onTime: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = (): void => clearTimeout(timer);
  return {
    clear,
    set(ms: number): void {
      clear();
      timer = setTimeout(onTime, ms);
    },
  };
}

/** Whether only the seller can resolve the state. */
function isStuck({ at }: SavingState): boolean {
  return at === 'changed' || at === 'listed';
}
