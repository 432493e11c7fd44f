import type { ConditionQuestion } from '#contract/shared/condition-answers.ts';
import type { ConditionCheck } from '#contract/shared/condition-checks.ts';
import type { SpecificationKey } from '#contract/shared/specification.ts';

/** What a listing's specification and answers say that searches ask for; 0 and false where they don't say. */
export type ListingFacts = { inches: number; megapixels: number; milliampHours: number; flags: Set<Flag> };

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
  allWorks: ['works', ['everything']],
  neverRepaired: ['repairs', ['never']],
  withCharger: ['accessories', ['boxed', 'charger']],
  boxed: ['accessories', ['boxed']],
} as const satisfies Record<ConditionCheck, readonly [ConditionQuestion, readonly string[]]>;

export type Flag = keyof typeof STATED | keyof typeof ANSWERED;

const MAX_TEXT = 1000;
const INCHES = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)/u;
const MEGAPIXELS = /(?<![\d.,])(\d{1,3}(?:\.\d)?) ?mp\b/gu;
const MILLIAMP_HOURS = /(?<![\d.,])(\d{1,2}[ ,.]?\d{3}) ?mah\b/u;

/** Distinct facts, numbered from 0 in order of arrival; the first are those of a listing that says nothing. */
export type FactValues = { numbers: Map<string, number>; values: ListingFacts[] };

const SILENT: ListingFacts = { inches: 0, megapixels: 0, milliampHours: 0, flags: new Set() };

export const createFactValues = (): FactValues => ({ numbers: new Map([[keyOf(SILENT), 0]]), values: [SILENT] });

/** The number of a listing's facts. `specification`, `answers`: JSON. */
export function internFacts({ numbers, values }: FactValues, listing: { specification: string; answers: string }): number {
  const facts = factsOf(listing);
  const key = keyOf(facts);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, values.length);
  values.push(facts);
  return values.length - 1;
}

const keyOf = ({ inches, megapixels, milliampHours, flags }: ListingFacts): string => [inches, megapixels, milliampHours, ...flags].join(' ');

export function factsOf(listing: { specification: string; answers: string }): ListingFacts {
  const specification = JSON.parse(listing.specification) as Partial<Record<string, string>>;
  const answers = JSON.parse(listing.answers) as Partial<Record<string, string>>;
  const textOf = (key: SpecificationKey): string => (specification[key] ?? '').slice(0, MAX_TEXT).toLowerCase();
  const flags = new Set<Flag>();
  for (const flag of Object.keys(STATED) as (keyof typeof STATED)[]) {
    const [key, stated, denied] = STATED[flag];
    const text = textOf(key);
    if (stated.test(text) && !denied?.test(text)) flags.add(flag);
  }
  for (const flag of Object.keys(ANSWERED) as (keyof typeof ANSWERED)[]) {
    const [question, implying] = ANSWERED[flag];
    if ((implying as readonly string[]).includes(answers[question] ?? '')) flags.add(flag);
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
