import type { Interest } from '#contract/interest.ts';
import { toDollars } from '#contract/shared/money.ts';
import { RANKED_RESULTS } from '#contract/shared/ranked-results.ts';
import type { FindNetwork } from '../../http/client-networks.ts';
import { ACKNOWLEDGED } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import { addressesOf, findOwnListing, type OwnListingRow, productStatusOf, toAskedPhone } from '../listings/index.ts';
import type { SalesHistory } from '../price-estimates/index.ts';
import { NO_FILTERS } from '../search/index.ts';
import { requireReadable } from '../selling/index.ts';
import { countOffers, countQuestions, countSaves, findViews } from './queries.ts';
import { isProgram, shownDays, suggest, toDays } from './rules.ts';
import type { ViewCounter } from './view-counter.ts';

type Needs = Pick<Services, 'db' | 'clock'> & {
  salesHistory: Pick<SalesHistory, 'open'>;
  searchEngine: SearchEngine;
  views: ViewCounter;
  findNetwork: FindNetwork;
};

export function interestRoutes(serve: ServeCall, services: Needs): void {
  const { db, views } = services;

  serve('POST /products/:id/views', async ({ caller, params: { id }, request }) => {
    const userAgent = request.headers['user-agent'] ?? '';
    if (!isProgram(userAgent) && caller?.role !== 'admin')
      await views.add({ listingId: id, userId: caller?.userId ?? null, network: services.findNetwork(request).network, userAgent });
    return ACKNOWLEDGED;
  });

  serve('GET /products/:id/interest', async ({ caller, params: { id } }) => {
    const row = await findOwnListing(db, id, caller.userId);
    requireReadable(row);
    return { reply: await findInterest(services, row) };
  });
}

async function findInterest({ db, clock, salesHistory, views, searchEngine }: Needs, row: OwnListingRow): Promise<Interest> {
  await views.write();
  const now = clock.now();
  const shown = shownDays(row.created_at, now);
  const status = shownStatusOf(row);
  const [viewed, saves, questions, offers, place, judge] = await Promise.all([
    findViews(db, row.id, shown),
    countSaves(db, row.id),
    countQuestions(db, row.id),
    countOffers(db, row.id, now),
    status === 'available' ? findPlace(searchEngine, row) : null,
    status === 'sold' ? null : salesHistory.open(),
  ]);
  const { range, judgement } = judge?.estimate(toAskedPhone(row)) ?? { range: null, judgement: null };
  return {
    model_name: row.model_name,
    status,
    resale_price: toDollars(row.price_cents),
    views: toDays(viewed, shown),
    saves,
    questions: questions.asked,
    offers: offers.made,
    place,
    range,
    judgement,
    suggestion: suggest({ status, waitingOffers: offers.waiting, waitingBuyers: questions.waiting, range, judgement, photos: addressesOf(row).length }),
  };
}

function shownStatusOf(row: OwnListingRow): Interest['status'] {
  const status = productStatusOf(row);
  // One that is gone isn't readable.
  return status === 'gone' ? 'hidden' : status;
}

/** Where buyers find a listing when they search for its model. */
async function findPlace(searchEngine: SearchEngine, { id, model_name }: OwnListingRow): Promise<Interest['place']> {
  const asked = { filters: NO_FILTERS, search: model_name };
  const [{ items }, { total }] = [await searchEngine.findIds(asked, 'match', { limit: RANKED_RESULTS, after: null }), await searchEngine.countFacets(asked)];
  return { at: items.includes(id) ? items.indexOf(id) + 1 : null, of: total };
}
