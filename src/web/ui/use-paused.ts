import { useEffect, useState } from 'react';

/** The pause in typing after which something is looked up, in milliseconds. */
const PAUSE_MS = 120;

/** What was typed, trimmed, once typing pauses; a blank text at once. */
export function usePaused(typed: string): string {
  const text = typed.trim();
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return text === '' ? '' : paused;
}
