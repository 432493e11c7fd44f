import { z } from 'zod';
import { ImageAddress } from './images.ts';
import { Imei, ListingOfPhone } from './imei.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery, PageQuery } from './shared/paging.ts';
import { Deleted, Inserted, Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isBlank, isStorable, isWithinReach, requiredText } from './shared/text.ts';

/** How many undecided reports a person may have. */
export const MAX_OPEN_REPORTS = 5;
/** Buyers and sellers are notified of lost phones sold within this many days. */
export const SALE_NOTIFICATION_DAYS = 180;

const NO_DATE = 'Enter the date you lost it, for example 2026-11-21.';
const EARLIEST = '2000-01-01';

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A date such as `2026-11-21`. The server checks that it isn't in the future. */
const LostDay = z
  .string(NO_DATE)
  .refine(isWithinReach(10), { message: NO_DATE, abort: true })
  .trim()
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/u.test(text) && isDay(text) && text >= EARLIEST, NO_DATE);

const NO_PROOF = 'Tell us how you can prove the phone is yours, or add a picture of the box or receipt.';
const NO_PICTURE = 'This isn’t the address of a photo. Upload one first.';
const MAX_PROOF = 2000;
const LONG_PROOF = `The proof can have at most ${MAX_PROOF.toLocaleString('en-US')} characters.`;

const Proof = z
  .string(NO_PROOF)
  .refine(isWithinReach(MAX_PROOF), { message: LONG_PROOF, abort: true })
  .trim()
  .refine(hasAtMost(MAX_PROOF), LONG_PROOF)
  .refine(isStorable, 'This text contains a character that can’t be stored.')
  .transform((text) => (isBlank(text) ? '' : text));

const Picture = z
  .string(NO_PICTURE)
  .trim()
  .max(500, NO_PICTURE)
  .refine((address) => address === '' || ImageAddress.safeParse(address).success, NO_PICTURE)
  .transform((address) => address || null);

/** A report of a lost phone. */
export const LostPhoneInput = z
  .object({
    imei: Imei,
    lostOn: LostDay,
    place: requiredText('Place', 200),
    proof: Proof.default(''),
    picture: Picture.nullable().default(null),
  })
  .refine(({ proof, picture }) => proof !== '' || picture !== null, { path: ['proof'], message: NO_PROOF });

export const LostPhoneState = z.enum(['open', 'accepted', 'refused', 'withdrawn']);
export type LostPhoneState = z.infer<typeof LostPhoneState>;

/** A report as its reporter sees it, with only the last four digits of the IMEI. */
export const LostPhone = z.object({
  _id: z.string(),
  last4: z.string(),
  /** Manufacturer and model by the IMEI, if known. */
  knownAs: z.string().nullable(),
  lostOn: z.string(),
  place: z.string(),
  proof: z.string(),
  picture: z.string().nullable(),
  state: LostPhoneState,
  /** The admin's reason for the decision. */
  reason: z.string().nullable(),
  reportedAt: Moment,
  decidedAt: Moment.nullable(),
});
export type LostPhone = z.infer<typeof LostPhone>;

/** A report as admins see it, with its reporter, the phone's listings and how many others report it. */
export const LostPhoneInQueue = LostPhone.extend({
  reporter: z.object({ name: z.string(), email: z.string() }),
  listings: z.array(ListingOfPhone),
  others: z.int().nonnegative(),
  /** False if it was hashed with an earlier secret, so that no IMEI can match it. */
  recognizable: z.boolean(),
});
export type LostPhoneInQueue = z.infer<typeof LostPhoneInQueue>;

export const LostPhoneDecision = z.object({
  decision: z.enum(['accepted', 'refused'], 'The decision must be “accepted” or “refused”.'),
  reason: requiredText('Reason', 500, 'A reason is required.'),
});

const ById = z.object({ id: Id });

export const lostPhoneCalls = {
  'POST /lostPhones': {
    summary: 'Reports a lost phone, with a description or picture as proof. A person can have five undecided reports. The IMEI is stored as a hash.',
    access: 'signed-in',
    rows: 'none',
    limit: 'report',
    body: LostPhoneInput,
    reply: Inserted,
  },
  'GET /lostPhones': {
    summary:
      'Lists reports in one state (`open` by default), most recent first; `search` finds words of the phone, the place, or the reporter’s name or address.',
    access: 'admin',
    rows: 'any',
    query: ListQuery.extend({ state: LostPhoneState.default('open') }),
    reply: z.array(LostPhoneInQueue),
    paged: true,
  },
  'GET /myLostPhones': {
    summary: 'Lists the caller’s reports, most recent first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(LostPhone),
    paged: true,
  },
  'POST /lostPhones/:id/decision': {
    summary:
      'Accepts a report into the register or declines it, even if it was accepted before. An accepted phone’s listings are removed, and recent buyers and sellers are notified.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: LostPhoneDecision,
    reply: Updated.extend({ held: z.int().nonnegative(), sales: z.int().nonnegative() }),
  },
  'DELETE /lostPhones/:id': {
    summary: 'Withdraws the caller’s report, because the phone was found or the report was a mistake.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
