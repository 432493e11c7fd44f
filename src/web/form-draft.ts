import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const NOTHING: readonly never[] = [];

/** Returns the text typed into a form before the page was left; empty when there was none, or storage is blocked. */
export function readDraft<T extends FieldValues>(name: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '{}');
    // Written by `useDraft` for this very form; the form's own schema checks it again before anything is sent.
    return typeof stored === 'object' && stored !== null ? (stored as Partial<T>) : {};
  } catch {
    return {};
  }
}

const storageKey = (name: string): string => `draft:${name}`;

export function saveDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify(values));
  } catch {
    // Storage is full or blocked: the page works without it.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(storageKey(name));
  } catch {
    // Then nothing was stored either.
  }
}

/** Saves form entries until the tab is closed, so that a reload loses nothing. Not for passwords; fields in `secrets` are never stored. */
export function useDraft<T extends FieldValues>(form: Pick<UseFormReturn<T>, 'watch'>, name: string, secrets: readonly (keyof T & string)[] = NOTHING): void {
  useEffect(() => {
    const watching = form.watch((values) => {
      saveDraft(name, Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field))));
    });
    return () => watching.unsubscribe();
  }, [form, name, secrets]);
}

/** One entry of a form, like `useState`, but saved in the form's draft until that is forgotten. Not for passwords. */
export function useDraftEntry<T>(draft: string, entry: string, initial: T): [T, (changed: T) => void] {
  // Saved below, for this very entry.
  const [value, setValue] = useState(() => (readDraft<Record<string, T>>(draft)[entry] ?? initial) as T);
  const change = (changed: T): void => {
    setValue(changed);
    saveDraft(draft, { ...readDraft(draft), [entry]: changed });
  };
  return [value, change];
}
