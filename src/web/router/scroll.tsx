import { useEffect, useLayoutEffect, useRef } from 'react';
import { useRouting } from './context.tsx';

const STORE = 'scroll';

type Positions = Record<string, number>;

const useScrollEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Back and Forward restore the scroll position; other navigations go to the top or to the address's fragment. `focus` selects the element that gets
 * the focus on a new page.
 */
export function ScrollRestoration({ focus }: { focus: string }) {
  const { location, arrival, keepsScroll } = useRouting();
  const positions = useRef<Positions>(null);
  const shown = useRef(location);

  useBrowserRestoration(() => {
    keepPositions({ ...(positions.current ?? readPositions()), [shown.current.key]: window.scrollY });
  });

  useEffect(() => {
    const remember = (): void => {
      positions.current ??= readPositions();
      positions.current[shown.current.key] = window.scrollY;
    };
    // The user may have scrolled before this page's scripts arrived.
    remember();
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useScrollEffect(() => {
    const before = shown.current;
    if (before.key === location.key) return;
    shown.current = location;
    positions.current ??= readPositions();
    if (keepsScroll) {
      positions.current[location.key] = window.scrollY;
      return;
    }
    const target = findTarget(location.hash);
    if (arrival === 'pop') window.scrollTo(0, positions.current[location.key] ?? 0);
    else if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
    positions.current[location.key] = window.scrollY;
    // Keyboard and screen reader users continue at the new page's beginning.
    if (before.pathname !== location.pathname && !target) document.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  }, [location, arrival, keepsScroll, focus]);

  return null;
}

/** The browser restores the scroll position after a page load; navigations without one are ours to restore. */
function useBrowserRestoration(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const take = (): void => {
      history.scrollRestoration = 'manual';
    };
    const give = (): void => {
      history.scrollRestoration = 'auto';
      latest.current();
    };
    take();
    window.addEventListener('pageshow', take);
    window.addEventListener('pagehide', give);
    return () => {
      window.removeEventListener('pageshow', take);
      window.removeEventListener('pagehide', give);
    };
  }, []);
}

function keepPositions(positions: Positions): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch {
    // Without storage the page scrolls to the top; nothing else is lost.
  }
}

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

function findTarget(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
