import type { Demand, wantedCalls } from '#contract/alerts/wanted.ts';
import { forEachKey } from '#contract/listing-fields.ts';
import { CONDITION_QUESTION_KEYS } from '#contract/shared/condition-answers.ts';
import type { RequestOf } from '#contract/shared/endpoint.ts';
import { parsePhonePriceCents, toDollars } from '#contract/shared/money.ts';
import { readCursor, writeCursor } from '../../../db/paging.ts';
import { searchKeysOf } from '../../../db/search-keys.ts';
import { NotFoundError } from '../../../errors.ts';
import { deleted, updated } from '../../../http/replies.ts';
import type { ServeCall } from '../../../http/route.ts';
import { readFor, type Services } from '../../../services.ts';
import { findCategoryByName } from '../../catalog/index.ts';
import { findCityColumns } from '../../cities/index.ts';
import { findOwnListing } from '../../listings/index.ts';
import type { KnownModels } from '../../phone-models/index.ts';
import { openUnlisted } from '../../search/index.ts';
import { requireReadable } from '../../selling/index.ts';
import { answerAd, endWantedAd, postAd, removeAd } from './commands.ts';
import { findDemand, findMet, type Needs as Matching, type MetRow } from './demand.ts';
import { describeSaved } from './describe.ts';
import { findAnswered, findOpenAds, findOwnSearch } from './queries.ts';
import { requireSearch } from './rules.ts';
import { toWantedAd } from './view.ts';

type Needs = Matching & Pick<Services, 'reads' | 'replica' | 'unsubscribeLinks'> & { models: KnownModels };
type Phone = RequestOf<(typeof wantedCalls)['GET /wantedAds/forPhone']>['query'];

const WANTED = 'wanted ads';
const SHOWN = 5;
const LISTED = 100;
const NOBODY: Demand = { met: { people: 0, topPrice: null }, below: { people: 0, topPrice: null }, ads: [] };

/** Saved searches that are public as wanted ads, and what sellers see and do about them. */
export function wantedRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /wantedAds', async ({ caller, query: { limit, cursor } }) => {
    const { items, next } = await findOpenAds(readFor(caller, services), clock.now(), { limit, after: readCursor(WANTED, cursor) });
    return { reply: items.map(toWantedAd), next: writeCursor(WANTED, next), shows: ['wanted'] };
  });

  serve('GET /savedSearches/:id/wantedAd', async ({ caller, params: { id } }) => ({ reply: await describeSaved(services, id, caller.userId) }));

  serve('PUT /savedSearches/:id/wantedAd', async ({ caller: { userId }, params: { id }, body: { topPrice, until } }) => {
    const isPosted = await postAd(services, { id, userId }, { phone: await describeSaved(services, id, userId), cents: topPrice, until });
    return updated(isPosted);
  });

  serve('DELETE /savedSearches/:id/wantedAd', async ({ caller, params: { id } }) => {
    requireSearch(await findOwnSearch(db, id, caller.userId));
    return deleted(await endWantedAd(db, id, clock.now()));
  });

  serve('GET /wantedAds/forPhone', async ({ caller, query }) => ({ reply: await findDemandFor(services, query, caller.userId) }));

  serve('GET /products/:id/wantedAds', async ({ caller, params: { id } }) => {
    const met = await findMet(services, await requireOwn(id, caller.userId));
    const answered = await findAnswered(db, id);
    return { reply: met.slice(0, LISTED).map((ad) => ({ ...toWantedAd(ad), isAnswered: answered.has(ad.id) })) };
  });

  serve('POST /products/:id/answeredAds', async ({ caller: { userId }, params: { id }, body: { adId } }) => {
    const listing = await requireOwn(id, userId);
    const isKnown = (await findAnswered(db, id)).has(adId) || (await findMet(services, listing)).some((ad) => ad.id === adId);
    if (!isKnown) throw new NotFoundError('This phone meets no such wanted ad.');
    const isAnswered = await answerAd(services, { adId, listing, sellerId: userId });
    return updated(isAnswered);
  });

  serve('POST /wantedAds/:id/remove', async ({ caller, params: { id }, body: { reason } }) => {
    if (!(await removeAd(db, id, { reason, adminId: caller.userId, now: clock.now() }))) throw new NotFoundError('There is no such wanted ad anymore.');
    return updated();
  });

  async function requireOwn(id: string, userId: string) {
    const listing = await findOwnListing(db, id, userId);
    requireReadable(listing);
    return listing;
  }
}

async function findDemandFor(services: Needs, phone: Phone, sellerId: string): Promise<Demand> {
  const { db } = services;
  const category = await findCategoryByName(db, phone.name);
  if (!category || phone.model_name.trim() === '') return NOBODY;
  const cents = parsePhonePriceCents(phone.resale_price);
  const specification = { ram: phone.ram, model_number: '' };
  const listing = await openUnlisted(db, {
    ...searchKeysOf({ ...phone, specification }),
    ...(await findCityColumns(db, phone.location)),
    category_id: category.id,
    seller_id: sellerId,
    price_cents: cents ?? 0,
    updates_month: (await services.models.modelOf(phone.brand || phone.name, phone.model_name)).updates_month,
    specification: JSON.stringify(specification),
    answers: JSON.stringify(forEachKey(CONDITION_QUESTION_KEYS, (key) => phone[key])),
  });
  const { met, below } = await findDemand(services, listing, { sellerId, cents });
  const known = new Set(met.map(({ user_id }) => user_id));
  const others = below.filter(({ user_id }) => !known.has(user_id));
  return { met: countPeople(met), below: countPeople(others), ads: [...met, ...others].slice(0, SHOWN).map(toWantedAd) };
}

/** A price that is still being typed counts as none. */
const countPeople = (ads: MetRow[]): Demand['met'] => ({
  people: new Set(ads.map(({ user_id }) => user_id)).size,
  topPrice: ads[0] ? toDollars(ads[0].wanted_cents ?? 0) : null,
});
