import { useEffect, useRef } from 'react';
import type { StepId } from './steps.ts';

/** A second press within this time and distance, in milliseconds and pixels, counts as part of a double click. */
const SOON_MS = 500;
const NEAR_PX = 24;

type Press = { step: StepId; at: number; x: number; y: number };

/**
 * Ignores the second half of a double click, and anything as fast, on what has appeared under the pointer since the first: it neither clicks nor
 * moves the focus.
 */
export function usePressOnce(step: StepId): void {
  const shown = useRef(step);
  shown.current = step;
  useEffect(() => {
    let last: Press | null = null;
    const isAgain = ({ timeStamp, clientX, clientY }: MouseEvent): boolean =>
      last !== null && last.step !== shown.current && timeStamp - last.at <= SOON_MS && Math.hypot(clientX - last.x, clientY - last.y) <= NEAR_PX;
    const press = (event: MouseEvent): void => {
      // A click made by a key has no position.
      if (event.type === 'click' && event.detail === 0) return;
      const isRepeat = isAgain(event);
      if (isRepeat) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (event.type === 'click') last = { step: isRepeat && last ? last.step : shown.current, at: event.timeStamp, x: event.clientX, y: event.clientY };
    };
    document.addEventListener('mousedown', press, true);
    document.addEventListener('click', press, true);
    return () => {
      document.removeEventListener('mousedown', press, true);
      document.removeEventListener('click', press, true);
    };
  }, []);
}
