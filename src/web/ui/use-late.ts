import { useEffect, useEffectEvent, useState } from 'react';

type Late<Part> = { part: Part | null; hasFailed: boolean };

/** A part of the page whose code loads once it is wanted; if that fails, again when it is wanted anew. */
export function useLate<Part>(load: () => Promise<Part>, isWanted: boolean): Late<Part> {
  const [late, setLate] = useState<Late<Part>>({ part: null, hasFailed: false });
  const loadPart = useEffectEvent(load);
  useEffect(() => {
    if (!isWanted) return;
    loadPart().then(
      (part) => setLate({ part, hasFailed: false }),
      () => setLate((before) => ({ ...before, hasFailed: true })),
    );
  }, [isWanted]);
  return late;
}
