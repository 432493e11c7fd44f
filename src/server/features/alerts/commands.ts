import type { SearchInput } from '#contract/alerts/alerts.ts';
import { noteWantedAds } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import { lockCaller } from '../accounts/index.ts';
import { toSearchFilters } from '../listings/index.ts';
import { demandNothing, NO_CRITERIA } from '../search/index.ts';
import type { StoredCriteria } from './matcher.ts';
import { deleteSavedSearch, findSavedSearches, insertSavedSearch } from './queries.ts';
import { isSameSearch, normalize, pathOf, requireNarrowed, requireRoom, requireShort, titleOf } from './rules.ts';
import { endAd } from './wanted/queries.ts';

type Needs = Pick<Services, 'db' | 'clock'> & { searchEngine: SearchEngine };

/** Saves a search for a person; returns its id, or null when it is saved already. Throws 404, 409 or 422. */
export async function saveSearch({ db, clock, searchEngine }: Needs, userId: string, input: SearchInput): Promise<string | null> {
  const search = normalize(input);
  const words = search.search === '' ? NO_CRITERIA : await searchEngine.toCriteria(search.search);
  requireNarrowed(search, { anyWords: demandNothing(words) });
  const filters = await toSearchFilters(db, search, clock.now());
  if (!filters) throw new NotFoundError('There is no such brand.');
  const path = pathOf(search);
  requireShort(path);
  const criteria: StoredCriteria = { ...words, filters };
  return db.transaction().execute((tx) => insert(tx, userId, { path, title: titleOf(search), criteria, now: clock.now() }));
}

type NewSearch = { path: string; title: string; criteria: StoredCriteria; now: number };

async function insert(tx: Db, userId: string, { path, title, criteria, now }: NewSearch): Promise<string | null> {
  // One at a time, so that requests at once can’t exceed the limit.
  await lockCaller(tx, userId);
  const saved = await findSavedSearches(tx, userId, now);
  if (saved.some((one) => isSameSearch(one.path, path))) return null;
  requireRoom(saved.length);
  return insertSavedSearch(tx, {
    ...{ user_id: userId, path, title, criteria: JSON.stringify(criteria) },
    ...{ frequency: 'instantly', created_at: now },
  });
}

/** Deletes a saved search, and with it its wanted ad; returns how many there were. */
export function deleteSearch({ db, clock }: Pick<Services, 'db' | 'clock'>, id: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if ((await endAd(tx, id, clock.now())) > 0) await noteWantedAds(tx, clock.now());
    return deleteSavedSearch(tx, id);
  });
}
