import { showColors } from '../surfaces/colors.ts';
import { countFingers } from '../surfaces/fingers.ts';
import { paintScreen } from '../surfaces/paint.ts';
import { h, paragraph } from '../view.ts';
import { always, type Step } from './step.ts';

export const screen: Step<'screen'> = {
  shows: 'the screen shows these colors, and somebody looked at it just now.',
  cannot: 'Won’t catch a spot that nobody looks for.',
  isTestable: always,
  async run(stage, { colors }) {
    await stage.ask(
      [['Show the colors', null]],
      paragraph(`The whole screen turns ${colors.length} colors. Each hides a faint digit: find it, tap, and type it. Watch for spots and lines, too.`),
    );
    const typed = await stage.during(showColors(colors, stage.signal));
    const spots = await stage.ask<boolean>(
      [
        ['No, all even', false],
        ['Yes, a spot or a line', true],
      ],
      paragraph('Was there a spot, line or stain of another color?'),
    );
    return { typed, spots };
  },
};

/** The brightness of the darkest bar, and how much brighter each one after it is, 0 to 255. */
const DARKEST = 14;
const BRIGHTER = 10;
const MOST_BARS = 9;

export const brightness: Step<'brightness'> = {
  shows: 'the screen shows dark shades apart, which a worn or replaced one often doesn’t.',
  cannot: 'Doesn’t tell how bright it is outdoors.',
  isTestable: always,
  async run(stage, { bars }) {
    const shades = Array.from({ length: bars }, (_, index) => {
      const bar = h('span', { class: 'h-24 flex-1', 'data-bar': index });
      const gray = DARKEST + BRIGHTER * index;
      bar.style.backgroundColor = `rgb(${gray} ${gray} ${gray})`;
      return bar;
    });
    const field = h('div', { class: 'flex gap-2 rounded-xl p-3', role: 'img', 'aria-label': 'Bars in dark shades of gray' }, ...shades);
    field.style.backgroundColor = '#000';
    const counted = await stage.askIn<number>((choose) => [
      paragraph('Turn the brightness up. How many bars do you see in the black field?'),
      field,
      numberPad(choose),
    ]);
    return { counted };
  },
};

function numberPad(choose: (count: number) => void): HTMLElement {
  const key = (count: number): HTMLElement =>
    h('button', { type: 'button', class: 'button button-secondary min-h-12 text-xl', click: () => choose(count) }, String(count));
  return h('div', { class: 'grid grid-cols-5 gap-2' }, ...Array.from({ length: MOST_BARS + 1 }, (_, count) => key(count)));
}

export const touch: Step<'touch'> = {
  shows: 'a finger is felt everywhere on the screen.',
  cannot: 'Doesn’t tell how it behaves when wet or cold.',
  isTestable: () => 'onpointerdown' in window,
  async run(stage, { columns, rows, taps }) {
    await stage.ask(
      [['Start painting', null]],
      paragraph('Paint the whole screen with one finger, up to the edges, as if you cleaned it. Then tap the squares that light up.'),
    );
    const painted = await stage.during(paintScreen({ columns, rows, taps }, stage.signal));
    return { columns, rows, ...painted };
  },
};

const FINGERS_MS = 10_000;

export const multitouch: Step<'multitouch'> = {
  shows: 'the screen feels several fingers at once.',
  cannot: 'Some browsers reserve gestures with many fingers for themselves.',
  isTestable: () => navigator.maxTouchPoints > 1,
  async run(stage, { fingers }) {
    await stage.ask([['Start', null]], paragraph(`Put ${fingers} fingers on the screen at once. Lay the phone down if it’s easier.`));
    return { most: await stage.during(countFingers({ enough: fingers, milliseconds: FINGERS_MS }, stage.signal)) };
  },
};
