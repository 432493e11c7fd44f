import { z } from 'zod';
import { ImageAddress } from './images.ts';
import { Imei } from './imei.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Deleted, Inserted, Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isBlank, isStorable, isWithinReach, requiredText } from './shared/text.ts';

/** How many reports that nobody has decided a person may have. */
export const MAX_OPEN_REPORTS = 5;
/** A sale this short a time ago is told of when its phone turns out to be lost. */
export const SALE_NOTIFICATION_DAYS = 180;

const NO_DATE = 'Say on which day it was lost, such as 2026-11-21.';
const EARLIEST = '2000-01-01';

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** A day, as `2026-11-21`. Whether it has come yet is the server's to say. */
const LostDay = z
  .string(NO_DATE)
  .refine(isWithinReach(10), { message: NO_DATE, abort: true })
  .trim()
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/u.test(text) && isDay(text) && text >= EARLIEST, NO_DATE);

const NO_PROOF = 'Say what proves that the phone is yours, or add a picture of the box or the receipt.';
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

/** What somebody says who has lost a phone. */
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

/** A report, as whoever made it sees it. Of the IMEI there are the last four digits, and no more. */
export const LostPhone = z.object({
  _id: z.string(),
  last4: z.string(),
  /** Maker and model by the IMEI, where they are known. */
  knownAs: z.string().nullable(),
  lostOn: z.string(),
  place: z.string(),
  proof: z.string(),
  picture: z.string().nullable(),
  state: LostPhoneState,
  /** What the admin wrote with the decision. */
  reason: z.string().nullable(),
  reportedAt: Moment,
  decidedAt: Moment.nullable(),
});
export type LostPhone = z.infer<typeof LostPhone>;

const ListingOfPhone = z.object({ _id: z.string(), model_name: z.string(), sellerEmail: z.string(), status: z.enum(['available', 'sold', 'removed']) });

/** The same for the admin: who reported it, what the shop has of this phone, and how many others report it. */
export const LostPhoneInQueue = LostPhone.extend({
  reporter: z.object({ name: z.string(), email: z.string() }),
  listings: z.array(ListingOfPhone),
  others: z.int().nonnegative(),
  /** False: it was kept with another secret of the shop, and no IMEI is compared with it any more. */
  recognisable: z.boolean(),
});
export type LostPhoneInQueue = z.infer<typeof LostPhoneInQueue>;

/** `claimed_twice`: `said` by whom else. `other_model`: what the listing `said`, and what is `known` by the IMEI. */
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

export const LostPhoneDecision = z.object({
  decision: z.enum(['accepted', 'refused'], 'Decide with “accepted” or “refused”.'),
  reason: requiredText('Reason', 500, 'A reason is required.'),
});

const ById = z.object({ id: Id });

export const lostPhoneCalls = {
  'POST /lostPhones': {
    summary:
      'Reports a phone lost to the shop’s own register, with proof in words or a picture; five undecided ones a person at most. The IMEI is kept as a hash.',
    access: 'signed-in',
    rows: 'none',
    limit: 'report',
    body: LostPhoneInput,
    reply: Inserted,
  },
  'GET /lostPhones': {
    summary: 'Reports in one state (`open` when left out), the latest first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery.extend({ state: LostPhoneState.default('open') }),
    reply: z.array(LostPhoneInQueue),
    paged: true,
  },
  'GET /myLostPhones': {
    summary: 'One’s own reports, the latest first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(LostPhone),
    paged: true,
  },
  'POST /lostPhones/:id/decision': {
    summary: 'Takes a phone into the register, or refuses (also what was accepted before). Its listings are taken off the shop, and recent sales are told of.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: LostPhoneDecision,
    reply: Updated.extend({ held: z.int().nonnegative(), sales: z.int().nonnegative() }),
  },
  'DELETE /lostPhones/:id': {
    summary: 'Withdraws one’s own report: the phone is found, or it was a mistake.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Deleted,
  },
  'GET /imeiQuestions': {
    summary: 'What IMEIs gave to look at: phones that two people claim, and listings that say another model than the IMEI does.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(ImeiQuestion),
    paged: true,
  },
  'POST /imeiQuestions/:id/close': { summary: 'Notes that an admin has looked.', access: 'admin', rows: 'any', params: ById, reply: Updated },
} as const satisfies Record<string, Endpoint>;
