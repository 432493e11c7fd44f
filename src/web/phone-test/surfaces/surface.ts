import { h } from '../view.ts';
import { within } from '../wait.ts';

const FULL_MS = 1000;

export type Surface = { element: HTMLElement; close(): void };

/**
 * Covers the whole screen, with the browser's own bars gone where it allows that, until it is closed or the step is over. The dialog keeps what is
 * below out of reach of the keyboard and of screen readers.
 */
export async function openSurface(label: string, signal: AbortSignal): Promise<Surface> {
  const element = h('dialog', {
    class: 'fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none touch-none overflow-hidden bg-ground p-0 text-ink select-none',
    'aria-label': label,
  });
  document.body.append(element);
  element.showModal();
  // Escape and Android's Back close dialogs; the step below would wait forever.
  const stay = new AbortController();
  element.addEventListener('cancel', (event) => event.preventDefault(), { signal: stay.signal });
  element.addEventListener('close', () => element.showModal(), { signal: stay.signal });
  const close = (): void => {
    stay.abort();
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    element.close();
    element.remove();
  };
  signal.addEventListener('abort', close, { once: true });
  // iPhones have no full screen for pages: there the surface ends below the browser's bars.
  const full = element.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
  // A window in the background never gets an answer.
  if (full) await within(FULL_MS, full);
  return { element, close };
}

/** Lets touches click nothing. Otherwise a finger that is lifted once the surface has closed clicks what lies below it. */
export function keepFromClicking(element: HTMLElement): void {
  element.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
}
