import { useLocation } from '../../router/index.ts';
import { useLate } from '../../ui/use-late.ts';
import { useChosen } from './chosen.ts';

/** The pages that list phones. */
const PAGES = /^\/(?:$|category\/|phones$|search$|seller\/|selected-)/u;

/** The tray of phones chosen for comparison; its code loads with the first of them. If that fails, the choice stays and the next one tries again. */
export function CompareTraySlot() {
  const { pathname } = useLocation();
  const isWanted = useChosen().length > 0 && PAGES.test(pathname);
  const { part: Tray } = useLate(async () => (await import('./compare-tray.tsx')).CompareTray, isWanted);
  return isWanted && Tray ? <Tray /> : null;
}
