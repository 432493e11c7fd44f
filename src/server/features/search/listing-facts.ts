import type { ConditionQuestion } from '#contract/shared/condition-answers.ts';
import type { ConditionCheck } from '#contract/shared/condition-checks.ts';
import type { SpecificationKey } from '#contract/shared/specification.ts';

/** What a listing's specification and answers say that searches ask for; 0 where they don't say. `flags`: a bit for each that they state. */
export type ListingFacts = Measures & { flags: number };
export type Measures = { inches: number; megapixels: number; milliampHours: number };

/** Facts that are either stated or not: the key of the specification, what its text must contain, and what it must not. */
const STATED = {
  fiveG: ['network', /\b5g\b/u, /\b(?:no|not) 5g\b/u],
  dualSim: ['SIM', /\b(?:dual|two|2|hybrid)\b|nano-sim and esim/u, /\bno dual\b/u],
  esim: ['SIM', /\be-?sim\b/u, /\bno e-?sim\b/u],
  jack: ['headphone_jack', /^(?:yes|3[.,]5)/u, null],
  unlocked: ['lock_status', /\bunlocked\b|\bsim[- ]free\b/u, /\bnot\b/u],
  noContract: ['contract', /^(?:no|none|without|no contract|contract[- ]free)\b/u, null],
  warranty: ['manufacturer_warranty', /\b(?:left|until|valid|yes|active|months?|years?|20\d\d)\b/u, /\b(?:no|not|none|ended|expired|without|over)\b/u],
  android: ['operating_system', /\bandroid\b/u, null],
  ios: ['operating_system', /\bios\b/u, null],
  waterResistant: ['features', /\bip[56][78]\b|\bwater/u, null],
  nfc: ['connectivity', /\bnfc\b/u, /\bno nfc\b/u],
  usbC: ['connectivity', /\busb[- ]c\b|\btype[- ]c\b/u, null],
  fingerprint: ['sensors', /\bfingerprint\b/u, /\bno fingerprint\b/u],
  memoryCard: ['features', /\bmicro ?sd\b/u, /\bno micro ?sd\b/u],
  oled: ['display_technology', /oled/u, null],
  hertz120: ['display_technology', /\b(?:120|144|165) hz\b/u, null],
  wirelessFeature: ['features', /(?<!reverse )\bwireless charging\b/u, null],
  wirelessBattery: ['battery', /\bwireless\b|\bmagsafe\b/u, null],
} as const satisfies Record<string, readonly [SpecificationKey, RegExp, RegExp | null]>;

/** Facts in the answers to the questions about the condition: the question, and the answers that imply the fact. */
const ANSWERED = {
  battery80: ['battery', ['strong', 'good']],
  battery90: ['battery', ['strong']],
  noScratches: ['screen', ['flawless']],
  noCracks: ['screen', ['flawless', 'light', 'scratched']],
  bodyLikeNew: ['body', ['flawless']],
  noDents: ['body', ['flawless', 'light']],
  bodyWhole: ['body', ['flawless', 'light', 'worn']],
  allWorks: ['works', ['everything']],
  neverRepaired: ['repairs', ['never']],
  neverElsewhere: ['repairs', ['never', 'maker']],
  withCharger: ['accessories', ['boxed', 'charger']],
  boxed: ['accessories', ['boxed']],
} as const satisfies Record<ConditionCheck, readonly [ConditionQuestion, readonly string[]]>;

export type Flag = keyof typeof STATED | keyof typeof ANSWERED;

/** Each flag's bit; there is room for 32. */
const BITS = Object.fromEntries([...Object.keys(STATED), ...Object.keys(ANSWERED)].map((flag, index) => [flag, 2 ** index])) as Record<Flag, number>;

const MAX_TEXT = 1000;
const INCHES = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)/u;
const MEGAPIXELS = /(?<![\d.,])(\d{1,3}(?:\.\d)?) ?mp\b/gu;
const MILLIAMP_HOURS = /(?<![\d.,])(\d{1,2}[ ,.]?\d{3}) ?mah\b/u;

/** Distinct sets of flags and distinct measures, numbered from 0 in order of arrival; the first are those of a listing that says nothing. */
export type FactValues = { flags: FactList<number>; measures: FactList<Measures> };
type FactList<T> = { numbers: Map<string, number>; values: T[] };

const SILENT: Measures = { inches: 0, megapixels: 0, milliampHours: 0 };

export function createFactValues(): FactValues {
  const values: FactValues = { flags: { numbers: new Map(), values: [] }, measures: { numbers: new Map(), values: [] } };
  internFlags(values, 0);
  internMeasures(values, SILENT);
  return values;
}

/** The numbers of a listing's facts. `specification`, `answers`: JSON. */
export function internFacts(values: FactValues, listing: { specification: string; answers: string }): FactNumbers {
  const { flags, ...measures } = factsOf(listing);
  return { flags: internFlags(values, flags), measures: internMeasures(values, measures) };
}
export type FactNumbers = { flags: number; measures: number };

export const internFlags = ({ flags }: FactValues, found: number): number => add(flags, String(found), found);

export const internMeasures = ({ measures }: FactValues, found: Measures): number =>
  add(measures, `${found.inches} ${found.megapixels} ${found.milliampHours}`, found);

function add<T>({ numbers, values }: FactList<T>, key: string, value: T): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, values.length);
  values.push(value);
  return values.length - 1;
}

/** What facts are made by: facts made by other rules can't be used. */
export const FACT_RULES = JSON.stringify([STATED, ANSWERED, INCHES, MEGAPIXELS, MILLIAMP_HOURS, String(factsOf)], (_, value: unknown) =>
  value instanceof RegExp ? String(value) : value,
);

/** The bits of these flags. */
export const bitsOf = (flags: readonly Flag[]): number => flags.reduce((bits, flag) => bits | BITS[flag], 0);

function factsOf(listing: { specification: string; answers: string }): ListingFacts {
  const specification = JSON.parse(listing.specification) as Partial<Record<string, string>>;
  const answers = JSON.parse(listing.answers) as Partial<Record<string, string>>;
  const textOf = (key: SpecificationKey): string => (specification[key] ?? '').slice(0, MAX_TEXT).toLowerCase();
  let flags = 0;
  for (const flag of Object.keys(STATED) as (keyof typeof STATED)[]) {
    const [key, stated, denied] = STATED[flag];
    const text = textOf(key);
    if (stated.test(text) && !denied?.test(text)) flags |= BITS[flag];
  }
  for (const flag of Object.keys(ANSWERED) as (keyof typeof ANSWERED)[]) {
    const [question, implying] = ANSWERED[flag];
    if ((implying as readonly string[]).includes(answers[question] ?? '')) flags |= BITS[flag];
  }
  return {
    inches: between(2, toNumber(INCHES.exec(textOf('display_size'))?.[1]), 14),
    megapixels: Math.max(0, ...[...textOf('rear_camera').matchAll(MEGAPIXELS)].map(([, found]) => toNumber(found))),
    milliampHours: Number((MILLIAMP_HOURS.exec(textOf('battery'))?.[1] ?? '0').replace(/\D/gu, '')),
    flags,
  };
}

const toNumber = (text = '0'): number => Number(text.replace(',', '.'));

/** The number if it is plausible, otherwise 0. */
const between = (least: number, number: number, most: number): number => (number >= least && number <= most ? number : 0);
