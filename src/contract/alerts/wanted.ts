import { z } from 'zod';
import { forEachKey } from '../listing-fields.ts';
import { CONDITION_ANSWERS, CONDITION_QUESTION_KEYS } from '../shared/condition-answers.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Amount, Price } from '../shared/money.ts';
import { PageQuery } from '../shared/paging.ts';
import { Deleted, Moment, Updated } from '../shared/replies.ts';
import { hasAtMost, Id, isStorable, requiredText } from '../shared/text.ts';
import { ANSWERS_A_DAY, MAX_WANTED_ADS, MAX_WANTED_DAYS } from '../shared/wanted.ts';

const NOT_A_DAY = 'Enter the last day as 2026-12-20.';
const MAX_REASON = 500;

/** What sellers see of a saved search. `title`: in words of the shop's and the catalog's own; `place`: the city that it is near. */
export const WantedPhone = z.object({
  title: z.string(),
  place: z.string().nullable(),
  /** The catalog's model and the storage to begin a listing with, if the search names just one. */
  model: z.string().nullable(),
  storage: z.string().nullable(),
});
export type WantedPhone = z.infer<typeof WantedPhone>;

/** A wanted ad as anybody sees it, without who posted it. `until`: its last day (UTC). */
export const WantedAd = WantedPhone.extend({ _id: z.string(), topPrice: Amount, until: z.iso.date(), postedAt: Moment });
export type WantedAd = z.infer<typeof WantedAd>;

/** The wanted ad of a saved search, as the person who posted it sees it. */
export const OwnWantedAd = z.object({
  title: z.string(),
  place: z.string().nullable(),
  topPrice: Amount,
  until: z.iso.date(),
  state: z.enum(['open', 'ended', 'removed']),
});
export type OwnWantedAd = z.infer<typeof OwnWantedAd>;

/** An ad that a listing meets. */
export const MetAd = WantedAd.extend({ isAnswered: z.boolean() });
export type MetAd = z.infer<typeof MetAd>;

/** How many people want a phone at its price or, as `below`, only for less: of the 500 ads with the highest prices each. `topPrice`: the most that one of them would pay. */
const People = z.object({ people: z.int().nonnegative(), topPrice: Amount.nullable() });
export const Demand = z.object({ met: People, below: People, ads: z.array(WantedAd) });
export type Demand = z.infer<typeof Demand>;

const ById = z.object({ id: Id });

export const wantedCalls = {
  'GET /wantedAds': {
    summary: 'Lists open wanted ads, most recent first.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: PageQuery,
    reply: z.array(WantedAd),
    paged: true,
  },
  'GET /savedSearches/:id/wantedAd': {
    summary:
      'Returns what sellers would see of a search that the caller saved, if they made it a wanted ad. Refuses searches that name no brand or model, or anything that the shop and its catalog don’t know.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: WantedPhone,
  },
  'PUT /savedSearches/:id/wantedAd': {
    summary: `Makes a search that the caller saved a wanted ad, or changes its top price and last day, at most ${MAX_WANTED_DAYS} days ahead. A person can have ${MAX_WANTED_ADS} open.`,
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ topPrice: Price('The top price'), until: z.iso.date(NOT_A_DAY) }, 'A top price and a last day are required.'),
    reply: Updated,
  },
  'DELETE /savedSearches/:id/wantedAd': {
    summary: 'Ends a wanted ad of the caller. The search stays saved.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Deleted,
  },
  'GET /wantedAds/forPhone': {
    summary: 'Counts the people whose wanted ads a phone meets, from what its seller has filled in so far, with up to five of their ads.',
    access: 'seller',
    rows: 'none',
    limit: 'search',
    query: z.object({
      name: Typed('Category'),
      brand: Typed('Brand').default(''),
      model_name: Typed('Model name'),
      storage: Typed('Storage').default(''),
      ram: Typed('RAM').default(''),
      color: Typed('Color').default(''),
      condition: Typed('Condition').default(''),
      location: Typed('Location').default(''),
      purchase_year: Typed('Purchase year').default(''),
      resale_price: Typed('Resale price').default(''),
      // The answers to the questions about the condition, by question.
      ...forEachKey(CONDITION_QUESTION_KEYS, (key) => Typed(CONDITION_ANSWERS[key].label).default('')),
    }),
    reply: Demand,
  },
  'GET /products/:id/wantedAds': {
    summary: 'Lists up to 100 wanted ads that the caller’s own listing meets, the highest price first; none while it isn’t on sale.',
    access: 'seller',
    rows: 'own',
    limit: 'search',
    params: ById,
    reply: z.array(MetAd),
  },
  'POST /products/:id/answeredAds': {
    summary: `Notifies the person of a wanted ad that the caller’s own listing meets it: once for each listing and ad, and at most ${ANSWERS_A_DAY} times in 24 hours.`,
    access: 'seller',
    rows: 'own',
    limit: 'message',
    params: ById,
    body: z.object({ adId: Id }, 'Name the wanted ad.'),
    reply: Updated,
  },
  'POST /wantedAds/:id/remove': {
    summary: 'Removes a wanted ad for good, and notifies the person who posted it why.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ reason: requiredText('A reason', MAX_REASON, 'A reason is required.') }, 'A reason is required.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

/** A value while it is being typed. */
function Typed(label: string) {
  return z
    .string(`Give ${label === 'RAM' ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`} only once.`)
    .refine(hasAtMost(200), `${label} can have at most 200 characters.`)
    .refine(isStorable, `${label} contains a character that can’t be stored.`);
}
