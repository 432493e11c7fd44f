import { type Drawing, disc, drawFrame, roundedRect } from './body.ts';
import { darker, lighter, lightness, linear, mix, radial } from './color.ts';
import type { Chance, PhoneFacts } from './phone.ts';

const MM_PER_INCH = 25.4;
const BLACK = '#08090b';

type Area = { x: number; y: number; width: number; height: number; radius: number };

const PALETTES: readonly [string[], ...string[][]] = [
  ['#0b1f3f', '#2b6fb5', '#f0a35e', '#f6d6a8'],
  ['#2a1244', '#8a3fa0', '#f2708a', '#ffc29a'],
  ['#06302e', '#1f8a78', '#a8d8a0', '#f3e7b0'],
  ['#101319', '#39485f', '#9fb4c9', '#e7edf2'],
  ['#3a1710', '#b8482a', '#f19a4a', '#fbe0b4'],
  ['#0e1a3a', '#4055c8', '#8fa8ff', '#f3c6e2'],
  ['#1b2b1d', '#5c8a4f', '#c9d58a', '#f7f1cf'],
  ['#26202e', '#7d6a8f', '#d9b8c4', '#f5e6dc'],
];

/** The side with the screen, lit, under its glass. */
export function drawFront(phone: PhoneFacts, id: string, chance: Chance): Drawing {
  const [height, width] = phone.size;
  const { look } = phone;
  const area = screenOf(phone);
  const frame = drawFrame(phone, id, 'right');
  const wallpaper = drawWallpaper(id, area, chance);
  const white = look.front === 'button' && lightness(look.back) > 0.8;
  const glass = roundedRect(
    0.9,
    0.9,
    width - 1.8,
    height - 1.8,
    look.corner - 0.8,
    `fill="${white ? '#f4f2ef' : BLACK}" stroke="#000" stroke-opacity=".35" stroke-width=".3"`,
  );
  const bar = look.front === 'button' ? '' : roundedRect(width / 2 - 11, area.y + area.height - 2.6, 22, 0.9, 0.45, 'fill="#fff" fill-opacity=".75"');
  const from = chance.between(0.3, 0.55);
  const to = from + chance.between(0.32, 0.45);
  const glare = `<path clip-path="url(#${id}-glass)" d="M${width * from} 0H${width * to}L${width * (from - 0.55)} ${height}H${width * (from - 0.95)}Z" fill="url(#${id}-glare)"/>`;
  return {
    defs: `${frame.defs}${wallpaper.defs}<clipPath id="${id}-glass">${roundedRect(0.9, 0.9, width - 1.8, height - 1.8, look.corner - 0.8, '')}</clipPath>${linear(
      `${id}-glare`,
      [0.2, 0, 0.5, 1],
      [
        [0, '#ffffff', 0.3],
        [0.55, '#ffffff', 0.07],
        [1, '#ffffff', 0],
      ],
    )}`,
    shapes: `${frame.shapes}${glass}${wallpaper.shapes}${drawCutOut(phone, area, white)}${bar}${glare}`,
  };
}

/** The lit area to scale, derived from the diagonal and the pixels. */
function screenOf({ size, screen, look }: PhoneFacts): Area {
  const [height, width] = size;
  const [across, down] = screen.pixels;
  const mmPerPixel = (screen.inches * MM_PER_INCH) / Math.hypot(across, down);
  const lit = { width: Math.min(across * mmPerPixel, width - 3.2), height: Math.min(down * mmPerPixel, height - 4) };
  const spare = height - lit.height;
  const bezel = (width - lit.width) / 2;
  if (look.front === 'button') return { ...lit, x: bezel, y: spare / 2, radius: 0.4 };
  if (look.front === 'bars') return { ...lit, x: bezel, y: spare * 0.48, radius: 1.2 };
  return { ...lit, x: bezel, y: spare * 0.44, radius: Math.max(look.corner - bezel, 2.2) };
}

/** A plain wallpaper in one of eight palettes: hills under a sky, or circles of light. */
function drawWallpaper(id: string, area: Area, chance: Chance): Drawing {
  const [deep = BLACK, middle = BLACK, warm = BLACK, pale = BLACK] = chance.oneOf(PALETTES);
  const { x, y, width, height } = area;
  const clip = `<clipPath id="${id}-lit">${roundedRect(x, y, width, height, area.radius, '')}</clipPath>`;
  const sky = roundedRect(x, y, width, height, area.radius, `fill="url(#${id}-sky)"`);
  if (chance.between(0, 1) < 0.5) {
    const hill = (at: number, color: string) => {
      const top = y + height * at;
      const swing = chance.between(6, 16) * (chance.between(0, 1) < 0.5 ? -1 : 1);
      return `<path d="M${x} ${top}C${x + width * 0.3} ${top - swing} ${x + width * 0.6} ${top + swing} ${x + width} ${top - swing / 2}V${y + height}H${x}Z" fill="${color}"/>`;
    };
    const sun = disc(
      x + width * chance.between(0.25, 0.75),
      y + height * chance.between(0.25, 0.45),
      width * 0.14,
      `fill="${lighter(pale, 0.4)}" fill-opacity=".9"`,
    );
    const hills = [hill(0.56, mix(middle, warm, 0.35)), hill(0.68, middle), hill(0.8, mix(middle, deep, 0.55)), hill(0.91, deep)].join('');
    return {
      defs:
        clip +
        linear(
          `${id}-sky`,
          [0, 0, 0, 1],
          [
            [0, mix(middle, pale, 0.3)],
            [0.35, warm],
            [0.6, pale],
          ],
        ),
      shapes: `${sky}<g clip-path="url(#${id}-lit)">${sun}${hills}</g>`,
    };
  }
  const glow = (at: number, color: string) => {
    const size = width * chance.between(0.5, 0.95);
    return {
      defs: radial(
        `${id}-glow${at}`,
        [0.5, 0.5, 0.5],
        [
          [0, color, 0.95],
          [0.6, color, 0.45],
          [1, color, 0],
        ],
      ),
      shapes: disc(x + width * chance.between(0, 1), y + height * (0.2 + at * 0.22), size, `fill="url(#${id}-glow${at})"`),
    };
  };
  const glows = [glow(0, middle), glow(1, warm), glow(2, middle), glow(3, pale)];
  return {
    defs:
      clip +
      linear(
        `${id}-sky`,
        [0, 0, 0.6, 1],
        [
          [0, deep],
          [1, darker(middle, 0.45)],
        ],
      ) +
      glows.map((one) => one.defs).join(''),
    shapes: `${sky}<g clip-path="url(#${id}-lit)">${glows.map((one) => one.shapes).join('')}</g>`,
  };
}

/** Draws what interrupts the lit area, or sits above and below it. */
function drawCutOut({ size: [height, width], look }: PhoneFacts, area: Area, white: boolean): string {
  const top = area.y;
  const middle = width / 2;
  switch (look.front) {
    case 'button': {
      const y = (top + area.height + height) / 2;
      return `${slit(width, top * 0.5, 10)}${camera(middle - 13, top * 0.52, 1)}${disc(middle, y, 5.4, `fill="#0e0f12" fill-opacity="${white ? 0.03 : 0.25}" stroke="#7d7f84" stroke-width=".35"`)}`;
    }
    case 'bars':
      return `${slit(width, top * 0.5, 9)}${camera(middle + 13, top * 0.52, Math.min(1.3, top * 0.3))}`;
    case 'notch':
      return `<path d="M${middle - 17} ${top - 0.1}h34c-1.6 0-2 .8-2 2v1.2c0 1.6-1 2.6-2.6 2.6h-24.8c-1.6 0-2.6-1-2.6-2.6v-1.2c0-1.2-.4-2-2-2z" fill="${BLACK}"/>${slit(width, top + 0.6, 8)}${camera(middle + 9, top + 2.5, 1.2)}`;
    case 'drop':
      return `<path d="M${middle - 6} ${top - 0.1}h12c-2.6.2-2.6 1.6-3.4 3.4-.7 1.5-1.6 2-2.6 2s-1.9-.5-2.6-2c-.8-1.8-.8-3.2-3.4-3.4z" fill="${BLACK}"/>${camera(middle, top + 2.7, 1.3)}`;
    case 'pill':
      return `${roundedRect(middle - 9.6, top + 2.2, 19.2, 5.6, 2.8, `fill="${BLACK}"`)}${camera(middle + 6.4, top + 5, 1.6)}`;
    case 'hole':
      return camera(middle, top + 3.6, 1.9);
    case 'hole-left':
      return camera(area.x + 6.2, top + 5.4, 2.1);
    case 'hole-right':
      return camera(area.x + area.width - 6.4, top + 4.8, 2.2);
    case 'whole':
      return '';
  }
}

const slit = (width: number, y: number, length: number): string => roundedRect(width / 2 - length / 2, y, length, 0.9, 0.45, 'fill="#26282c"');

function camera(x: number, y: number, radius: number): string {
  return `${disc(x, y, radius, `fill="${BLACK}"`)}${disc(x, y, radius * 0.5, 'fill="#1b2740"')}${disc(x - radius * 0.18, y - radius * 0.2, radius * 0.16, 'fill="#8fa7d6"')}`;
}
