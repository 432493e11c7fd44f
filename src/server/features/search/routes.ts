import { isBlank } from '#contract/shared/text.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { ForReaders, type ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import { readFor, type Services } from '../../services.ts';
import { namePoint } from '../cities/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { type Presentations, shownOf, toSearchFilters } from '../listings/index.ts';
import { NO_FACETS } from './facets.ts';

type Needs = Pick<Services, 'reads' | 'replica' | 'clock'> & { searchEngine: SearchEngine; presentations: Presentations; contacts: Contacts };

const ORDERS = { default: 'match', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest', nearest: 'nearest' } as const;
const SUGGESTIONS = 8;

export function searchRoutes(serve: ServeCall, services: Needs): void {
  const { searchEngine, presentations, clock, contacts } = services;

  serve('GET /searchProducts', async ({ caller, query }) => {
    if (isBlank(query.search)) return { reply: [], shows: ['lists'] };
    const list = `search ${query.sort}`;
    const after = readCursor(list, query.cursor);
    const db = readFor(caller, services);
    const filters = await toSearchFilters(db, query, clock.now());
    if (!filters) return { reply: [], shows: ['lists'] };
    const page = await searchEngine.findIds({ filters, search: query.search }, ORDERS[query.sort], { limit: query.limit, after });
    const opened = await presentations.open(db, page.items);
    const reply = new ForReaders(async (asking) => opened.toReply(await contacts.open(asking, opened.sellerIds)));
    return { reply, next: writeCursor(list, page.next), shows: ['lists'] };
  });

  serve('GET /searchSuggestions', async ({ query }) => ({
    reply: ForReaders.alike(isBlank(query.search) ? [] : await searchEngine.suggest(query.search, SUGGESTIONS)),
    shows: ['lists'],
  }));

  serve('GET /productFacets', async ({ caller, query }) => {
    const db = readFor(caller, services);
    const filters = await toSearchFilters(db, query, clock.now());
    if (!filters || (query.search !== undefined && isBlank(query.search))) return { reply: NO_FACETS, shows: ['lists'] };
    const shows = [query.search === undefined ? shownOf(filters) : 'lists'] as const;
    const facets = await searchEngine.countFacets({ filters, search: query.search ?? null });
    return { reply: ForReaders.alike({ ...facets, near: filters.near && (await namePoint(db, filters.near)) }), shows };
  });
}
