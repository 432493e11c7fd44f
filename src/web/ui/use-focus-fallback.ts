import { useEffect, useRef } from 'react';

/**
 * Props for a part of a page whose content changes under the user: it takes the focus when what had it is gone, which otherwise falls back to the top of
 * the page. React reports no blur for an element that it removes.
 */
export function useFocusFallback() {
  const element = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  return {
    ref: element,
    tabIndex: -1,
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
