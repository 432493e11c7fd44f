import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { alertCalls } from '#contract/alerts/alerts.ts';
import { days, hours } from '#contract/shared/durations.ts';
import { createChangeFeed } from '#server/db/change-feed.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { normalize, pathOf, titleOf } from '#server/features/alerts/rules.ts';
import { toSearchFilters } from '#server/features/listings/index.ts';
import { createSearchIndex, NO_CRITERIA } from '#server/features/search/index.ts';
import type { Criteria } from '#server/ports/search-engine.ts';
import { type Chance, createChance } from '#test/model/chance.ts';
import { insertAll, times } from '#test/support/backlog/insert-all.ts';
import type { Shop } from '../shop/ingredients.ts';
import { createModelPicker } from '../shop/models.ts';

const SEARCHES_OF_PERSON = 25;
const PARTS = 1_000_000;
const SPAN_MS = days(90);
const SEED = 4;
const FREQUENCIES = ['instantly', 'daily', 'weekly'];
const CONDITIONS = ['Like new', 'Very good', 'Good'];

/**
 * Saves random searches as the shop stores them: of models as often as they are listed, by words or filters, most with a highest price. Every other one
 * is an open wanted ad.
 */
export async function fillSearches(db: Db, shop: Shop, count: number): Promise<void> {
  const chance = createChance(SEED);
  const modelAt = createModelPicker(shop.models);
  const now = Date.now();
  const people = await insertPeople(db, Math.ceil(count / SEARCHES_OF_PERSON), now);
  const toCriteria = await createToCriteria(db);
  const rows: Insertable<Tables['saved_searches']>[] = [];
  for (let at = 0; at < count; at += 1) {
    const search = normalize(alertCalls['POST /savedSearches'].body.parse(searchAtRandom(chance, modelAt(chance.below(PARTS) / PARTS))));
    const filters = await toSearchFilters(db, search, now);
    if (!filters) throw new Error('there is no such brand');
    // Searches of the last minutes are read again for each listing, so not all of them may be new.
    const saved = now - hours(1) - Math.floor((1 - at / count) * SPAN_MS);
    rows.push({
      ...{
        id: uuid(),
        user_id: people[at % people.length] ?? '',
        path: pathOf(search),
        title: titleOf(search),
        frequency: FREQUENCIES[at % FREQUENCIES.length] ?? '',
      },
      ...{ criteria: JSON.stringify({ ...(await toCriteria(search.search)), filters }), created_at: saved, due_at: null, changed_at: saved },
      ...(at % 2 === 0 && { wanted_at: saved, wanted_cents: Number(search.priceTo ?? 40_000), wanted_until: now + days(30), wanted_phone: '{}' }),
    });
  }
  await insertAll(db, 'saved_searches', rows);
}

async function insertPeople(db: Db, count: number, now: number): Promise<string[]> {
  const person = { role: 'buyer' as const, verified_at: null, removed_at: null, created_at: now };
  const people = times(count, (at) => ({ ...person, id: uuid(), email: `searcher${at}.${uuid()}@example.test`, name: `Person ${at}` }));
  await insertAll(db, 'users', people);
  return people.map(({ id }) => id);
}

/** Understands the words of a search as the shop does; each once. */
async function createToCriteria(db: Db): Promise<(text: string) => Promise<Criteria>> {
  const searchIndex = createSearchIndex(
    db,
    createChangeFeed(() => db),
  );
  const known = new Map<string, Criteria>([['', NO_CRITERIA]]);
  return async (text) => {
    const criteria = known.get(text) ?? (await searchIndex.toCriteria(text));
    known.set(text, criteria);
    return criteria;
  };
}

type Model = Shop['models'][number];

function searchAtRandom(chance: Chance, { category, name, memories, newPrice }: Model): Record<string, unknown> {
  const [storage] = chance.pickOf(memories)?.storage.split(' ') ?? [];
  const isSizeWanted = chance.percent(40);
  const priceTo = chance.percent(75) ? { priceTo: String(Math.round((newPrice ?? 400) * (0.25 + chance.below(50) / 100))) } : {};
  const condition = chance.percent(20) ? { condition: [chance.pickOf(CONDITIONS)] } : {};
  if (chance.percent(50)) return { search: isSizeWanted ? `${name} ${storage}` : name, ...priceTo, ...condition };
  const model = chance.percent(80) ? { model: [name] } : {};
  return { name: category, ...model, ...(isSizeWanted && { storage: [storage] }), ...priceTo, ...condition };
}
