import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a list's heading, or to the list itself, when the row that had it is gone; after the last row, to the page's content. `count`: the
 * number of rows.
 */
export function useHeadingFocus<Heading extends HTMLElement = HTMLHeadingElement>(count: number): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) (heading.current ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
