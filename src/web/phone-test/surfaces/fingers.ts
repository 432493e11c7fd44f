import { h } from '../view.ts';
import { keepFromClicking, openSurface } from './surface.ts';

const HOW = 'Put several fingers of one hand on the screen at once.';

/** Counts the fingers that are down at once, until there are enough of them or the time is over. */
export async function countFingers({ enough, milliseconds }: { enough: number; milliseconds: number }, signal: AbortSignal): Promise<number> {
  const { element, close } = await openSurface(`Put ${enough} fingers on the screen at once`, signal);
  keepFromClicking(element);
  const count = h('p', { class: 'font-display text-4xl font-semibold' }, '0');
  element.append(h('div', { class: 'pointer-events-none grid h-full content-center justify-items-center gap-4 p-8 text-center' }, count, h('p', {}, HOW)));
  let most = 0;
  const down = new Set<number>();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    element.addEventListener('pointerdown', ({ pointerId }) => {
      down.add(pointerId);
      most = Math.max(most, down.size);
      count.textContent = String(most);
      if (most < enough) return;
      clearTimeout(timer);
      resolve();
    });
    for (const name of ['pointerup', 'pointercancel'] as const) element.addEventListener(name, ({ pointerId }) => void down.delete(pointerId));
  });
  close();
  return most;
}
