import { useSyncExternalStore } from 'react';
import { createObservable } from '../observable.ts';
import type { ToastKind } from './toast-list.tsx';
import { TOAST_LOOK } from './toast-look.ts';

type Loaded = typeof import('./toast-list.tsx');

/** How long a sentence stays that is shown without the list, in milliseconds. */
const PLAIN_MS = 4000;

let loaded: Loaded | null = null;
let loading: Promise<Loaded> | null = null;
/** What could only be shown plainly. */
let plain: string | null = null;

/** Drawn anew whenever it rises. */
const version = createObservable(0);

export const showSuccess = (text: string): void => show('success', text);

function show(kind: ToastKind, text: string): void {
  if (loaded) loaded.pushToast(kind, text);
  else
    loadToasts().then(
      ({ pushToast }) => pushToast(kind, text),
      () => showPlainly(text),
    );
}

/** Loads what queues and draws toasts. It comes with the first one, or before for somebody who is signed in: most visitors see none. Rejects without a line. */
export function loadToasts(): Promise<Loaded> {
  loading ??= import('./toast-list.tsx').then(
    (list) => {
      loaded = list;
      draw();
      return list;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const draw = (): void => version.set(version.get() + 1);

/** Without a line there is no list either, and the sentence is most likely about that. */
function showPlainly(text: string): void {
  plain = text;
  draw();
  setTimeout(() => {
    if (plain !== text) return;
    plain = null;
    draw();
  }, PLAIN_MS);
}

export const showError = (text: string): void => show('error', text);

/** Where toasts appear; once per page. */
export function ToastHost() {
  useSyncExternalStore(version.subscribe, version.get, () => 0);
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-4 top-4 z-50 grid justify-items-center gap-2">
      {loaded && <loaded.ToastList />}
      {plain !== null && <p className={TOAST_LOOK}>{plain}</p>}
    </div>
  );
}
