import { useEffect, useState } from 'react';

/** The pause in typing before a lookup, in milliseconds. */
const PAUSE_MS = 120;

/** Returns the typed text, trimmed, once typing pauses; a blank text immediately. */
export function usePaused(typed: string): string {
  const text = typed.trim();
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return text === '' ? '' : paused;
}
