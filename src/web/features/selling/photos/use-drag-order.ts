import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A photo being dragged, and how far the pointer has moved since it was picked up. */
type Drag = { from: number; to: number; x: number; y: number };

/** Within this distance of the window's edge the page scrolls along, by this many pixels at a time. */
const EDGE_PX = 70;
const SCROLL_PX = 14;

/** The handlers for the part of an item that it is dragged by. */
export type DragHandle = Record<'onPointerDown' | 'onPointerMove', (event: PointerEvent<HTMLElement>) => void> &
  Record<'onPointerUp' | 'onPointerCancel', () => void>;

/** Reorders a list's items by mouse, touch or pen. Nothing changes until the item is dropped; Escape cancels. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setDrag(null);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isDragging]);

  const handleOf = (index: number): DragHandle => ({
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.pageX, y: event.pageY };
      setDrag({ from: index, to: index, x: 0, y: 0 });
    },
    onPointerMove(event) {
      const { current } = start;
      if (!drag || !current) return;
      scrollAlong(event.clientY);
      setDrag({ from: drag.from, to: placeAt(list.current, drag, event.clientX, event.clientY), x: event.pageX - current.x, y: event.pageY - current.y });
    },
    onPointerUp() {
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel() {
      setDrag(null);
    },
  });

  return { drag, handleOf };
}

function scrollAlong(y: number): void {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}

/** Returns which of the list's items lies below the point; the dragged item counts as still being in its old place. */
function placeAt(list: HTMLElement | null, { from, to }: Drag, x: number, y: number): number {
  const found = [...(list?.children ?? [])].findIndex((item, index) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return index !== from && x >= left && x <= right && y >= top && y <= bottom;
  });
  return found === -1 ? to : found;
}
