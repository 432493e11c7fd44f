import type { ChallengeOf } from '../steps/step.ts';
import { h } from '../view.ts';
import { openSurface } from './surface.ts';

type ShownColor = ChallengeOf<'screen'>['colors'][number];

const SHADES: Record<ShownColor['color'], [red: number, green: number, blue: number]> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  black: [0, 0, 0],
};

/** A digit this much brighter or darker than the screen is readable where the screen works, and drowns where it doesn't. */
const FAINT = 0.16;
const NOT_SEEN = '-';
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Fills the screen with one color after the other, each with a faint digit somewhere. Returns the digits that were seen, `-` for one that wasn't. */
export async function showColors(colors: ShownColor[], signal: AbortSignal): Promise<string> {
  const { element, close } = await openSurface('Colors', signal);
  let typed = '';
  for (const [index, shown] of colors.entries()) {
    await fill(element, shown);
    typed += await askForDigit(element, `Color ${index + 1} of ${colors.length}: which digit did you see?`);
  }
  close();
  return typed;
}

function fill(surface: HTMLElement, { color, digit }: ShownColor): Promise<void> {
  const shown = h('span', { class: 'absolute text-4xl font-semibold', 'data-digit': digit }, String(digit));
  Object.assign(shown.style, { left: `${20 + 50 * Math.random()}%`, top: `${15 + 60 * Math.random()}%`, color: toCss(faintOn(SHADES[color])) });
  surface.style.backgroundColor = toCss(SHADES[color]);
  return new Promise((resolve) => {
    const label = 'A color with a faint digit. Tap when you have seen it.';
    const next = h('button', { type: 'button', class: 'absolute inset-0 size-full', 'aria-label': label }, shown);
    next.addEventListener('click', () => resolve(), { once: true });
    surface.replaceChildren(next);
    next.focus({ preventScroll: true });
  });
}

function askForDigit(surface: HTMLElement, question: string): Promise<string> {
  surface.style.backgroundColor = '';
  return new Promise((resolve) => {
    const key = (label: string, value: string, look = ''): HTMLElement =>
      h('button', { type: 'button', class: `button button-secondary min-h-14 text-xl ${look}`, click: () => resolve(value) }, label);
    const title = h('p', { class: 'text-lg font-semibold outline-none', tabindex: -1 }, question);
    surface.replaceChildren(
      h(
        'div',
        { class: 'grid h-full content-end gap-4 p-4' },
        title,
        h('div', { class: 'grid grid-cols-3 gap-2' }, ...KEYS.map((digit) => key(digit, digit, digit === '0' ? 'col-start-2' : ''))),
        key('I saw no digit', NOT_SEEN, 'text-base'),
      ),
    );
    title.focus({ preventScroll: true });
  });
}

const toCss = (shade: number[]): string => `rgb(${shade.join(' ')})`;

/** A shade of the color, darker on bright ones and brighter on dark ones. */
function faintOn([red, green, blue]: [number, number, number]): number[] {
  const isBright = 0.299 * red + 0.587 * green + 0.114 * blue > 127;
  return [red, green, blue].map((channel) => Math.round(isBright ? channel * (1 - FAINT) : channel + (255 - channel) * FAINT));
}
