import { useEffect, useState } from 'react';
import type { Point } from '#contract/shared/distance.ts';

type Label = typeof import('./distance-label.tsx').DistanceLabel;

let loading: Promise<Label> | null = null;

/** How far a phone's city is from where the list is searched, or else from where this device last looked. Most visitors never look, and load no code for it. */
export function Distance({ from, to }: { from: Point | null; to: Point | null }) {
  const [Label, setLabel] = useState<Label | null>(null);
  useEffect(() => {
    if (!to || (!from && !isRemembered())) return;
    loading ??= import('./distance-label.tsx').then(({ DistanceLabel }) => DistanceLabel);
    loading.then(
      (loaded) => setLabel(() => loaded),
      () => {
        loading = null;
      },
    );
  }, [from, to]);
  return to && Label && <Label from={from} to={to} />;
}

function isRemembered(): boolean {
  try {
    return window.localStorage.getItem('near') !== null;
  } catch {
    return false;
  }
}
