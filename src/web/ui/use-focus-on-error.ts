import { type RefObject, useEffect } from 'react';

/** Focuses the first invalid field whenever there is a new fault. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, fault: unknown): void {
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, fault]);
}
