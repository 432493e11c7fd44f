import { useEffect, useLayoutEffect, useRef } from 'react';
import { useRouting } from './context.tsx';

const STORE = 'scroll';

type Positions = Record<string, number>;

const useScrollEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Back and Forward lead to where one was on the page; other ways to its top or to what the address names. `focus` is the element that gets the focus on a new page. */
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
    // Somebody may have scrolled before this page's scripts came.
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
    // Whoever reads by keyboard or by ear goes on where the new page begins.
    if (before.pathname !== location.pathname && !target) document.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  }, [location, arrival, keepsScroll, focus]);

  return null;
}

/** The browser restores a page that is loaded anew; what is shown without loading is ours to restore. */
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
    // A browser that keeps nothing scrolls to the top; nothing else is lost.
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
