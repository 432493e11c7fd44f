import { type RefObject, useEffect, useRef } from 'react';

/**
 * Props for a part of a page whose content changes under the user: it takes the focus when what had it is gone, which otherwise falls back to the top of
 * the page.
 */
export function useFocusFallback<T extends HTMLElement = HTMLElement>() {
  const element = useRef<T>(null);
  return { ref: element, tabIndex: -1, ...useFocusHeir(element) };
}

/** The same where `heir` takes the focus, such as a field in that part. React reports no blur for an element that it removes. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>) {
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
