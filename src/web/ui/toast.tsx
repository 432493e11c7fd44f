import { useEffect, useId, useSyncExternalStore } from 'react';
import { createObservable } from '../observable.ts';
import type { ToastKind } from './toast-list.tsx';
import { TOAST_LOOK } from './toast-look.ts';

type Loaded = typeof import('./toast-list.tsx');

/** How long a message shown without the list stays, in milliseconds. */
const PLAIN_MS = 4000;

let loaded: Loaded | null = null;
let loading: Promise<Loaded> | null = null;
/** The message shown without the list. */
let plain: string | null = null;

/** Rerenders the host whenever it increases. */
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

/**
 * Loads the code that queues and renders toasts. It loads with the first toast, or earlier for signed-in users: most visitors see none. Rejects when
 * offline.
 */
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

/** Shows a message without the list, which can't be loaded offline; most likely the message is about that. */
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

/** The hosts on the page, the topmost last. */
const hosts: string[] = [];

/** Where toasts appear: on the page, and on each open modal, since it covers the page and makes it inert. The topmost shows them. */
export function ToastHost() {
  useSyncExternalStore(version.subscribe, version.get, () => 0);
  const id = useId();
  useEffect(() => {
    hosts.push(id);
    draw();
    return () => {
      hosts.splice(hosts.indexOf(id), 1);
      draw();
    };
  }, [id]);
  const isTopmost = hosts.at(-1) === id;
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-4 top-4 z-50 grid justify-items-center gap-2">
      {isTopmost && loaded && <loaded.ToastList />}
      {isTopmost && plain !== null && <p className={TOAST_LOOK}>{plain}</p>}
    </div>
  );
}
