import { readImei } from '#contract/imei.ts';
import { findNumberRuns, type NumberRun, type NumberToken } from './number-tokens.ts';

export const DOT = '•';
const FEWEST_DIGITS = 7;
const IMEI_DIGITS = 15;
/** Longer ones are within words. */
const LONG_DIGITS = /\p{Nd}{7,}/gu;
/** Of memory and storage, in gigabytes. */
const SIZES = new Set(['1', '2', '3', '4', '6', '8', '12', '16', '24', '32', '64', '128', '256', '512', '1024']);
/** How many digits the groups of a phone number have that is written like a list. */
const SHAPES = new Set(['334', '344', '433', '434', '55', '56', '66', '3322', '3332', '2334', '1334', '13334', '2444']);

/** Replaces the digits of phone numbers by dots, also of those in words. */
export function maskNumbers(text: string): string {
  const { runs } = findNumberRuns(text);
  const masked = replaceAll(text, runs.flatMap(findPhones));
  return masked.replace(LONG_DIGITS, (digits) => (isImei(digits) ? digits : DOT.repeat([...digits].length)));
}

/** Replaces these numbers, which are in the order of the text. */
export function replaceAll(text: string, numbers: NumberToken[]): string {
  let masked = '';
  let end = 0;
  for (const { at, text: written } of numbers) {
    masked += text.slice(end, at) + DOT.repeat([...written].length);
    end = at + written.length;
  }
  return masked + text.slice(end);
}

/** The numbers of a run that make a phone number: the parts of a list that are one by themselves, or all of them. */
function findPhones(run: NumberRun): NumberToken[] {
  const parts = splitAtWeak(run).filter(isPhone);
  if (parts.length > 0) return parts.flatMap(({ numbers }) => numbers);
  return isPhone(run) ? run.numbers : [];
}

function splitAtWeak({ numbers, isWeak, hasPlus }: NumberRun): NumberRun[] {
  const parts: NumberRun[] = [];
  numbers.forEach((number, index) => {
    const part = parts.at(-1);
    if (!part || isWeak[index - 1]) parts.push({ numbers: [number], isWeak: [], hasPlus: hasPlus && index === 0 });
    else {
      part.numbers.push(number);
      part.isWeak.push(false);
    }
  });
  return parts;
}

/** Whether these numbers in a row look like a phone number, and not like prices, sizes, years, models or an IMEI. */
export function isPhone({ numbers, isWeak, hasPlus }: NumberRun): boolean {
  if (numbers.reduce((sum, { digits }) => sum + digits, 0) < FEWEST_DIGITS) return false;
  if (numbers.some(({ isWord }) => isWord)) return true;
  const texts = numbers.map(({ text }) => text);
  if (isImei(texts.join('')) || isNoPhone(texts)) return false;
  if (!isWeak.includes(true) || hasPlus || texts[0]?.startsWith('0')) return true;
  const shape = texts.map(({ length }) => length).join('');
  return SHAPES.has(shape) || /^(?:1{7,}|2{4,})$/u.test(shape);
}

function isNoPhone(texts: string[]): boolean {
  if (texts.length < 2) return false;
  if (texts.some(({ length }) => length > 1) && texts.every((text) => SIZES.has(text))) return true;
  if (texts.every((text) => /^[1-9]\d{0,2}0$/u.test(text)) || texts.every((text) => /^(?:19|20)\d\d$/u.test(text))) return true;
  if (/^\d (?:\d{3} )\d{3}$/u.test(texts.join(' '))) return true;
  return isRange(texts) || (texts.every(({ length }) => length <= 2) && isRising(texts));
}

/** As in 1199-1250. */
function isRange(texts: string[]): boolean {
  const [low, high] = texts.map(Number);
  return texts.length === 2 && texts.every(({ length }) => length === 4) && low !== undefined && high !== undefined && low < high && high < 1.5 * low;
}

/** As in 11, 12, 13, or 1/3/7/20/28. */
const isRising = (texts: string[]): boolean => texts.every((text, index) => index === 0 || Number(text) > Number(texts[index - 1]));

const isImei = (digits: string): boolean => digits.length === IMEI_DIGITS && 'imei' in readImei(digits);
