import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

const DIGITS = 15;
/** The first fourteen digits identify the phone; the last only guards against typos. */
const BODY_DIGITS = 14;
/** The type allocation code identifies manufacturer and model. */
const TAC_DIGITS = 8;
const LAST_DIGITS = 4;

const NAME_BEFORE = /^imei(?:sv)?(?:\s?\(?[12]\)?(?=[\s:]))?[\s:#]*/iu;
const BETWEEN = /[\s\p{Z}\p{Cf}\p{Pd}.,/\\_]+/gu;
/** Some phones show their software version after a slash. */
const VERSION_BEHIND = /(?<!\s)\s*\/\s*\d{2}$/u;

const WHERE = 'Dial *#06# to see it.';
const MADE_UP = `This isn’t a real IMEI. ${WHERE}`;
const FALLING = '98765432109876';
const RISING = ['01234567890123', '12345678901234'];

export type ImeiReading = { imei: string } | { refusal: string };

const MISSING = `The IMEI is required. ${WHERE}`;

const LONGEST = 200;

/** An IMEI; parses to its 15 digits. */
export const Imei = z
  .preprocess(toText, z.string(MISSING).max(LONGEST, 'An IMEI has 15 digits.'))
  .refine((text) => text.trim() !== '', { message: MISSING, abort: true })
  .transform((text, context) => {
    const reading = readImei(text);
    if ('imei' in reading) return reading.imei;
    context.addIssue({ code: 'custom', message: reading.refusal });
    return z.NEVER;
  });

/** An optional IMEI; parses to 15 digits or null. */
export const OptionalImei = z
  .unknown()
  .transform((value, context): string | null => {
    if (isNothing(value)) return null;
    const parsed = Imei.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? MISSING });
    return z.NEVER;
  })
  .optional();

/**
 * The public part of a listing's IMEI: its last four digits (masked for strangers), and whether the phone was checked and isn't reported lost here.
 */
export const ListingImei = z.object({ last4: z.string(), checked: z.boolean() });
export type ListingImei = z.infer<typeof ListingImei>;

/** A listing of one particular phone. */
export const ListingOfPhone = z.object({ _id: z.string(), model_name: z.string(), sellerEmail: z.string(), status: z.enum(['available', 'sold', 'removed']) });

/**
 * A doubt about an IMEI. `claimed_twice`: `said` is the other claimant's email address. `other_model`: `said` is the listing's model, `known` the
 * IMEI's.
 */
export const ImeiQuestion = z.object({
  _id: z.string(),
  kind: z.enum(['claimed_twice', 'other_model']),
  listing: ListingOfPhone,
  last4: z.string(),
  said: z.string(),
  known: z.string().nullable(),
  at: Moment,
});
export type ImeiQuestion = z.infer<typeof ImeiQuestion>;

export const imeiCalls = {
  'GET /imeiQuestions': {
    summary: 'Lists phones that two people claim, and listings whose model doesn’t match their IMEI.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(ImeiQuestion),
    paged: true,
  },
  'POST /imeiQuestions/:id/close': {
    summary: 'Closes an IMEI question that an admin has looked into.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

/** The part of an IMEI that identifies manufacturer and model. */
export const tacOf = (imei: string): string => imei.slice(0, TAC_DIGITS);

export const lastDigitsOf = (imei: string): string => imei.slice(-LAST_DIGITS);

/**
 * Reads an IMEI as people write it; returns its 15 digits, or why it is refused. Sixteen digits (an IMEISV) end in two digits of software version
 * instead of a check digit: the first fourteen identify the phone, and the check digit is computed.
 */
export function readImei(text: string): ImeiReading {
  const digits = digitsIn(text);
  const refusal = refusalOf(digits);
  if (refusal !== null) return { refusal };
  const body = bodyOf(digits);
  return { imei: body + checkDigitOf(body) };
}

function digitsIn(text: string): string {
  const plain = text.normalize('NFKC').trim().replace(NAME_BEFORE, '');
  const compact = plain.replace(BETWEEN, '');
  const withoutVersion = plain.replace(VERSION_BEHIND, '').replace(BETWEEN, '');
  return compact.length === DIGITS + 2 && withoutVersion.length === DIGITS ? withoutVersion : compact;
}

function refusalOf(digits: string): string | null {
  if (/[a-f]/iu.test(digits) && /^[\da-f]{14,15}$/iu.test(digits))
    return `This is an MEID, which contains letters. Enter the IMEI, which has only digits. ${WHERE}`;
  if (/\D/u.test(digits)) return `An IMEI has only digits. ${WHERE}`;
  if (digits.length === 2 * DIGITS) return 'These are two IMEIs. A dual-SIM phone has two. Enter the first one.';
  if (digits.length === BODY_DIGITS) return `An IMEI has 15 digits. The last one is missing. ${WHERE}`;
  if (digits.length !== DIGITS && digits.length !== DIGITS + 1) return `An IMEI has 15 digits, but this one has ${digits.length}. ${WHERE}`;
  if (isMadeUp(bodyOf(digits))) return MADE_UP;
  if (digits.startsWith('00')) return `Numbers that start with 00 are for testing. No phone on the market has one. ${WHERE}`;
  if (digits.length === DIGITS && digits.at(-1) !== checkDigitOf(bodyOf(digits))) return `This IMEI has a typo: a digit is wrong, or two are swapped. ${WHERE}`;
  return null;
}

function isMadeUp(body: string): boolean {
  return new Set(body).size === 1 || body === FALLING || RISING.includes(body) || /^0+$/u.test(body.slice(TAC_DIGITS));
}

/** The part that identifies the phone, without check digit or software version. */
export function bodyOf(imei: string): string {
  return imei.slice(0, BODY_DIGITS);
}

/** Computes the check digit for an IMEI's first fourteen digits (Luhn's formula, 3GPP TS 23.003 annex B). */
export function checkDigitOf(body: string): string {
  const sum = [...body].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Accepts an IMEI sent as a number by mistake. */
function toText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
