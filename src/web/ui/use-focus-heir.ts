import { type RefObject, useEffect, useRef } from 'react';

/**
 * Props for a part of a page whose content changes under the user: `heir`, such as a field in it, takes the focus when what had it is gone. React reports no
 * blur for an element that it removes.
 */
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
