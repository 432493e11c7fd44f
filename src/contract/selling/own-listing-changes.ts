import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { ErrorCode } from '../shared/errors.ts';
import { Amount } from '../shared/money.ts';
import { Id } from '../shared/text.ts';

/** The most listings that one call changes. */
const MAX_CHANGED = 100;
/** How far a price can change at once, in percent. */
const PERCENT = { least: -90, most: 200 } as const;

const NOT_A_PERCENT = `The percentage must be a whole number from ${PERCENT.least} to ${PERCENT.most}, and not 0.`;
const Percent = z
  .int(NOT_A_PERCENT)
  .min(PERCENT.least, NOT_A_PERCENT)
  .max(PERCENT.most, NOT_A_PERCENT)
  .refine((percent) => percent !== 0, NOT_A_PERCENT);

/** Counts before it reads, so that thousands of ids cost no more than one. */
const Ids = z
  .array(z.unknown(), 'Choose at least one phone.')
  .min(1, 'Choose at least one phone.')
  .max(MAX_CHANGED, `Choose at most ${MAX_CHANGED} phones at a time.`)
  .pipe(z.array(Id));

const NOT_ONE_EACH = 'Send the price of each phone, as it is now.';
const Prices = z.array(z.unknown(), NOT_ONE_EACH).max(MAX_CHANGED, NOT_ONE_EACH).pipe(z.array(Amount));

/** `sold_elsewhere` ends a listing and its unpaid bookings; `price` changes prices by `percent`, rounded to whole cents, or back to `to`. */
export const OwnListingAct = z.enum(['pause', 'resume', 'sold_elsewhere', 'delete', 'price'], 'Choose what to do with these phones.');
export type OwnListingAct = z.infer<typeof OwnListingAct>;

/** What became of one listing. `message` says why it was refused. */
export const OwnListingOutcome = z.object({
  _id: z.string(),
  outcome: z.enum(['done', 'unchanged', 'refused']),
  message: z.string().nullable(),
  code: ErrorCode.nullable(),
});
export type OwnListingOutcome = z.infer<typeof OwnListingOutcome>;

export const ownListingChangeCalls = {
  'POST /ownListingChanges': {
    summary: `Pauses, resumes, deletes or reprices up to ${MAX_CHANGED} of the caller’s own listings, or says that they were sold elsewhere. Returns what became of each, in the order of the ids. Repricing needs \`prices\`, what each costs now, in the same order: a phone that no longer has its price isn’t repriced, so a change that is sent again isn’t made twice. \`to\`, the price of each afterwards, takes a change by \`percent\` back.`,
    access: 'seller',
    rows: 'own-list',
    limit: 'bulk',
    body: z
      .object({ act: OwnListingAct, ids: Ids, percent: Percent.optional(), prices: Prices.optional(), to: Prices.optional() }, 'A change is required.')
      .refine(({ act, percent, to }) => (act === 'price' ? (percent === undefined) !== (to === undefined) : to === undefined), {
        path: ['percent'],
        message: NOT_A_PERCENT,
      })
      .refine(({ ids, to }) => to === undefined || to.length === ids.length, { path: ['to'], message: NOT_ONE_EACH })
      .refine(({ act, ids, prices }) => (act !== 'price' && prices === undefined) || prices?.length === ids.length, {
        path: ['prices'],
        message: NOT_ONE_EACH,
      }),
    reply: z.object({ outcomes: z.array(OwnListingOutcome) }),
  },
} as const satisfies Record<string, Endpoint>;
