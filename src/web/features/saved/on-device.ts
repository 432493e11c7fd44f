import { useSyncExternalStore } from 'react';
import { MOST_SAVED_AT_ONCE, MOST_VIEWED } from '#contract/shared/page-size.ts';

/** A phone that this device remembers, and its price then, in dollars. */
export type Remembered = { id: string; price: number };

const NOTHING: Remembered[] = [];

/** Phones saved before logging in. */
export const savedHere = createDeviceList('saved', MOST_SAVED_AT_ONCE);

/** Those of the same that the account has no room for, so that they aren't sent with every page. */
export const leftHere = createDeviceList('saved-left', MOST_SAVED_AT_ONCE);

/** Phones looked at last. They never leave the device. */
export const viewedHere = createDeviceList('viewed', MOST_VIEWED);

/** A short list of phones in the browser's storage, the latest first, the same in all tabs. */
function createDeviceList(key: string, most: number) {
  const watchers = new Set<() => void>();
  let known: Remembered[] | null = null;

  const current = (): Remembered[] => {
    known ??= read(key, most);
    return known;
  };

  const renew = (next: Remembered[] | null): void => {
    known = next;
    for (const watcher of watchers) watcher();
  };

  const followTabs = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) renew(null);
  };

  const watch = (watcher: () => void): (() => void) => {
    if (watchers.size === 0) window.addEventListener('storage', followTabs);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) window.removeEventListener('storage', followTabs);
    };
  };

  const store = (next: Remembered[]): void => {
    try {
      window.localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is full or blocked: the list lasts until the page is left.
    }
    renew(next);
  };

  return {
    /** The list; empty on the server and in the first client render, which must match. */
    use: (): Remembered[] => useSyncExternalStore(watch, current, () => NOTHING),
    current,
    isFull: (): boolean => current().length >= most,
    /** Puts a phone first; the last one leaves a full list. */
    add: (phone: Remembered): void => store([phone, ...current().filter(({ id }) => id !== phone.id)].slice(0, most)),
    replace: (phones: Remembered[]): void => store(phones.slice(0, most)),
    remove: (ids: string[]): void => store(current().filter(({ id }) => !ids.includes(id))),
  };
}

function read(key: string, most: number): Remembered[] {
  try {
    return parseRemembered(window.localStorage.getItem(key), most);
  } catch {
    return NOTHING;
  }
}

/** Parses a stored list; anything invalid is left out. */
function parseRemembered(text: string | null, most: number): Remembered[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? value.filter(isRemembered).slice(0, most) : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  const { id, price } = value as Partial<Remembered>;
  return typeof id === 'string' && /^[0-9a-f-]{36}$/iu.test(id) && typeof price === 'number' && price >= 0;
}
