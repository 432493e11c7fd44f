import { useEffect, useState } from 'react';
import { useLocation } from '../../router/index.ts';
import { useChosen } from './chosen.ts';

type Tray = typeof import('./compare-tray.tsx').CompareTray;

/** The pages that list phones. */
const PAGES = /^\/(?:$|category\/|search$|selected-)/u;

/** The tray of phones chosen for comparison; its code loads with the first of them. */
export function CompareTraySlot() {
  const { pathname } = useLocation();
  const isWanted = useChosen().length > 0 && PAGES.test(pathname);
  const [Tray, setTray] = useState<Tray | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import('./compare-tray.tsx').then(
      ({ CompareTray }) => setTray(() => CompareTray),
      // If it fails to load, the choice stays and the next one tries again.
      () => {},
    );
  }, [isWanted]);
  return isWanted && Tray ? <Tray /> : null;
}
