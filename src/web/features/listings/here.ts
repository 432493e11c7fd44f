import { useSyncExternalStore } from 'react';
import type { City } from '#contract/cities.ts';

const KEY = 'near';

const watchers = new Set<() => void>();
let known: City | null | undefined;

/** The city or rounded position that this device last looked near; null on the server and in the first client render, which must match. */
export const useHere = (): City | null => useSyncExternalStore(watch, current, () => null);

/** Remembers it on this device only. */
export function rememberHere(city: City): void {
  known = city;
  try {
    window.localStorage.setItem(KEY, JSON.stringify(city));
  } catch {
    // Storage is full or blocked: it lasts until the page is left.
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function current(): City | null {
  known ??= read();
  return known;
}

function read(): City | null {
  try {
    return parseCity(window.localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Parses a stored city; null if anything about it is invalid. */
export function parseCity(text: string | null): City | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { name, lat, lng } = value as Partial<City>;
    const isPoint = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
    return typeof name === 'string' && isPoint ? { name, lat, lng } : null;
  } catch {
    return null;
  }
}
