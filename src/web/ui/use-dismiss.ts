import { type RefObject, useEffect, useRef } from 'react';

type Dismissable = {
  isOpen(): boolean;
  close(): void;
  /** Returns the element that gets the focus back after Escape. */
  opener(): HTMLElement | null | undefined;
};

/** Closes an open element on a click elsewhere, when the focus leaves it, or on Escape. */
export function useDismiss(element: RefObject<HTMLElement | null>, dismissable: Dismissable): void {
  const latest = useRef(dismissable);
  latest.current = dismissable;

  useEffect(() => {
    const leave = ({ type, target }: Event): void => {
      const { isOpen, close } = latest.current;
      if (!isOpen() || !(target instanceof Node) || element.current?.contains(target)) return;
      // A press on text within it, such as a label's, focuses what is around it: the press would be lost, and Chromium 156 crashes when it is hidden then.
      if (type === 'focusin' && target.contains(element.current)) return;
      close();
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      const { isOpen, close, opener } = latest.current;
      if (event.key !== 'Escape' || !isOpen()) return;
      close();
      opener()?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [element]);
}
