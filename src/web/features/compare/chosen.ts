import { useSyncExternalStore } from 'react';
import { MOST_COMPARED } from '#contract/shared/page-size.ts';

/** A phone chosen for comparison. */
export type Chosen = { id: string; name: string };

const KEY = 'compare';
const NOTHING: Chosen[] = [];

const watchers = new Set<() => void>();
let chosen: Chosen[] | null = null;

/** The phones chosen in this tab; none on the server and in the first client render, which must match. */
export const useChosen = (): Chosen[] => useSyncExternalStore(watch, chosenNow, () => NOTHING);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function chosenNow(): Chosen[] {
  chosen ??= read();
  return chosen;
}

/** Reads the tab's storage; empty where storage is blocked. */
function read(): Chosen[] {
  try {
    return parseChosen(window.sessionStorage.getItem(KEY));
  } catch {
    return NOTHING;
  }
}

/** Parses a tab's stored choice; anything invalid counts as empty. */
export function parseChosen(text: string | null): Chosen[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? value.filter(isChosen).slice(0, MOST_COMPARED) : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isChosen(value: unknown): value is Chosen {
  return typeof value === 'object' && value !== null && typeof (value as Chosen).id === 'string' && typeof (value as Chosen).name === 'string';
}

export const leaveOutAll = (): void => choose(NOTHING);

function choose(next: Chosen[]): void {
  chosen = next;
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is full or blocked: the choice lasts until the page is left.
  }
  for (const watcher of watchers) watcher();
}

/** Chooses a phone, or removes it from the choice. Returns false when the limit is reached. */
export function toggleChosen(phone: Chosen): boolean {
  const before = chosenNow();
  if (before.some(({ id }) => id === phone.id)) leaveOut(phone.id);
  else if (before.length >= MOST_COMPARED) return false;
  else choose([...before, phone]);
  return true;
}

export const leaveOut = (id: string): void => choose(chosenNow().filter((one) => one.id !== id));

/** Returns the comparison page's address for these phones. */
export const comparisonAddress = (ids: string[]): string => `/compare?ids=${ids.map(encodeURIComponent).join()}`;
