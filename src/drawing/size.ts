import type { PhoneFacts } from './phone.ts';

export type Size = PhoneFacts['size'];

/** A drawing's height and width in millimeters. */
export type Box = [height: number, width: number];

export const MM_PER_INCH = 25.4;

const ORDINARY: Size = [148, 71.5, 8];

/** Around a phone, for buttons that stick out at the side. */
const MARGIN = 1;

/** Zeros of other scripts' digits; each script has its ten digits in a row. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** Reads height, width and depth in any order, in millimeters, centimeters or inches; an ordinary phone's if the text has none. */
export function readSize(text: string): { size: Size; sized: boolean } {
  const three = numbersOf(text).slice(0, 3);
  for (const unit of [1, 10, MM_PER_INCH]) {
    const [height = 0, width = 0, depth = 0] = three.map((number) => toTenths(number * unit)).sort((one, other) => other - one);
    if (three.length === 3 && within(height, 80, 260) && within(width, 35, 200) && within(depth, 3, 40)) return { size: [height, width, depth], sized: true };
  }
  return { size: ORDINARY, sized: false };
}

/** Nobody measures a phone more exactly, and 0.69 cm would be 6.8999999999999995 mm. */
const toTenths = (millimeters: number): number => Math.round(millimeters * 10) / 10;

export function numbersOf(text: string): number[] {
  return [...toLatinDigits(text.slice(0, 200)).matchAll(/\d+(?:[.,]\d+)?/gu)].map(([number]) => Number(number.replace(',', '.')));
}

export function toLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
  });
}

export const within = (value: number, low: number, high: number): boolean => value >= low && value <= high;

/** Returns the view box of a drawing with the phone at the bottom center; by default, as large as the phone. */
export function viewBoxOf([height, width]: Size, box: Box = [height + 2 * MARGIN, width + 2 * MARGIN]): string {
  const [boxHeight, boxWidth] = box;
  return [(width - boxWidth) / 2, height + MARGIN - boxHeight, boxWidth, boxHeight].map((value) => Math.round(value * 100) / 100).join(' ');
}
