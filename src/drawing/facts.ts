import { darker } from './color.ts';
import { colorNamed } from './color-names.ts';
import type { Look, PhoneFacts, Spot } from './phone.ts';
import { MM_PER_INCH, numbersOf, readSize, type Size, toLatinDigits, within } from './size.ts';

/** The seller's description of a phone, as far as it can be drawn. */
export type DescribedPhone = {
  brand: string;
  model_name: string;
  color: string;
  specification: { Dimensions: string; display_size: string; display_resolution: string; rear_camera: string };
};

/** `sized`: the dimensions are the seller's, not the defaults. */
export type ReadFacts = PhoneFacts & { sized: boolean };

type Pixels = PhoneFacts['screen']['pixels'];

const ORDINARY_INCHES = 6.1;
const ORDINARY_PIXELS: Pixels = [1080, 2400];

type Back = Pick<Look, 'island' | 'lenses' | 'flash'>;
type Layout = (width: number, count: number) => Back;

/** Positions in a square: two cameras in a diagonal, four in its corners. */
const CORNERS: Spot[] = [
  [0, 0],
  [1, 1],
  [1, 0],
  [0, 1],
];
const TRIANGLE: Spot[] = [
  [0, 0],
  [0, 1],
  [1, 0.5],
];

const square: Layout = (width, count) => {
  const side = width * 0.47;
  const lens = side * 0.2;
  const places = count === 3 ? TRIANGLE : CORNERS.slice(0, count);
  const spread = side - lens * 2 - side * 0.16;
  const start = 4.5 + side * 0.08 + lens;
  return {
    island: { at: [4.5, 4.5], size: [side, side], radius: side * 0.27 },
    lenses: places.map(([x, y]) => [start + x * spread, start + y * spread, lens]),
    flash: [4.5 + side * 0.78, 4.5 + side * (count === 3 ? 0.14 : 0.28)],
  };
};

const column: Layout = (width, count) => {
  const lens = width * 0.075;
  const step = lens * 2.55;
  return {
    lenses: Array.from({ length: count }, (_, at) => [width * 0.2, 12 + lens + at * step, lens]),
    flash: [width * 0.36, 12 + lens],
  };
};

const bar: Layout = (width, count) => ({
  island: { at: [0.6, 17], size: [width - 1.2, 17], radius: 1, tone: '#1b1c1f' },
  lenses: Array.from({ length: count }, (_, at) => [width * 0.22 + at * 12, 25.5, 5]),
  flash: [width * 0.8, 25.5],
});

const round: Layout = (width, count) => {
  const radius = width * 0.29;
  const middle = [width / 2, 12 + radius] as const;
  const ring = count === 1 ? 0 : radius * 0.5;
  return {
    island: { at: [middle[0] - radius, middle[1] - radius], size: [radius * 2, radius * 2], radius },
    lenses: Array.from({ length: count }, (_, at) => {
      const angle = (at / count) * 2 * Math.PI - Math.PI * 0.75;
      return [middle[0] + Math.cos(angle) * ring, middle[1] + Math.sin(angle) * ring, radius * 0.3];
    }),
    flash: [width * 0.86, 16],
  };
};

/** Where each manufacturer usually puts the cameras. */
const LAYOUTS: [RegExp, Layout][] = [
  [/apple|iphone/iu, square],
  [/google|pixel/iu, bar],
  [/samsung|galaxy|sony|xperia|\blg\b/iu, column],
  [/huawei|honor|realme|nokia|oneplus/iu, round],
];

/** Derives the facts for drawing from a description, with an ordinary phone's values for anything unreadable. Never throws. */
export function readPhoneFacts(phone: DescribedPhone): ReadFacts {
  const { specification } = phone;
  const { size, sized } = readSize(specification.Dimensions);
  const [, width] = size;
  const pixels = readPixels(specification.display_resolution);
  const front = frontOf(phone, pixels);
  const back = colorNamed(phone.color) ?? '#4a4e57';
  return {
    sized,
    size,
    screen: { inches: readInches(specification.display_size, size), pixels },
    look: {
      back,
      frame: darker(back, 0.12),
      corner: width * (front === 'bars' || front === 'button' ? 0.11 : 0.14),
      finish: 'glass',
      front,
      ...backOf(phone, width, countLenses(specification.rear_camera)),
    },
  };
}

function readPixels(text: string): Pixels {
  const [one = 0, other = 0] = numbersOf(text);
  const [width, height] = [Math.min(one, other), Math.max(one, other)];
  return within(width, 120, 4000) && within(height / width, 1, 3) ? [width, height] : ORDINARY_PIXELS;
}

/** Derives the front from the screen: the longer it is, the narrower its bezel. */
function frontOf({ brand, model_name }: DescribedPhone, [width, height]: Pixels): Look['front'] {
  const ratio = height / width;
  const isIphone = /apple|iphone/iu.test(`${brand} ${model_name}`);
  if (ratio < 1.9) return isIphone ? 'button' : 'bars';
  if (isIphone) return /1[4-9]|\bpill\b|air/u.test(model_name) && !/\b14\b(?! pro)|14 plus/iu.test(model_name) ? 'pill' : 'notch';
  if (ratio < 2.1) return 'bars';
  return ratio < 2.15 ? 'drop' : 'hole';
}

function readInches(text: string, [height, width]: Size): number {
  const most = Math.hypot(height, width) / MM_PER_INCH;
  const inches = numbersOf(text).find((number) => within(number, 1, 15)) ?? Math.min(ORDINARY_INCHES, most * 0.93);
  return Math.min(inches, most * 0.97);
}

function backOf({ brand, model_name }: DescribedPhone, width: number, count: number): Back {
  const name = `${brand} ${model_name}`;
  // One camera needs no island; the first phones with one had it in the corner.
  if (count === 1) return { lenses: [[width * 0.16, 11, width * 0.06]], flash: [width * 0.3, 11] };
  const [, layout = column2] = LAYOUTS.find(([maker]) => maker.test(name)) ?? [];
  return layout(width, count);
}

const column2: Layout = (width, count) => {
  const { lenses, flash } = column(width, count);
  const lens = width * 0.075;
  const height = lens * 2.55 * (count - 1) + lens * 3.4;
  return { lenses, island: { at: [width * 0.2 - lens * 1.6, 12 - lens * 0.7], size: [lens * 3.2, height], radius: lens * 1.5 }, ...(flash && { flash }) };
};

/** The number of cameras that the text names, from one to four. */
function countLenses(text: string): number {
  const named = [...toLatinDigits(text.slice(0, 300)).matchAll(/\d\s*(?:mp|megapixels?)/giu)].length;
  const [word] = /\b(?:single|dual|double|triple|quad)\b/iu.exec(text) ?? [];
  const count = word ? { single: 1, dual: 2, double: 2, triple: 3, quad: 4 }[word.toLowerCase()] : undefined;
  return Math.min(Math.max(named, count ?? 1, 1), 4);
}
