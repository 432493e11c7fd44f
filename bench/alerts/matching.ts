import { monthAt } from '#contract/shared/updates.ts';
import type { Db } from '#server/db/tables.ts';
import { type StoredCriteria, withoutPrices } from '#server/features/alerts/matcher.ts';
import { createSavedSearches } from '#server/features/alerts/searches.ts';
import { type CompiledCriteria, compileCriteria, isMatch, openListing, type SingleListing } from '#server/features/search/index.ts';
import { createChance } from '#test/model/chance.ts';
import { percentilesLine, percentilesOf } from '../percentiles.ts';
import { verdictLine } from '../verdict.ts';

type Compiled = { id: string; filters: StoredCriteria['filters']; criteria: CompiledCriteria; priceless: CompiledCriteria; topCents: number | null };
type Found = { matches: string[]; ads: string[] };

const P99_MS = 50;
const PHONES = 1000;
const WARM_UP = 100;
const SEED = 5;

/**
 * Compares random phones with all saved searches and wanted ads as the shop does, and one by one with each of them. Returns for how many phones the
 * two differ.
 */
export async function measureMatching(db: Db, say: (line: string) => void): Promise<number> {
  const now = Date.now();
  const month = monthAt(now);
  const matcher = await createSavedSearches(db).open();
  const phones = await randomPhones(db);
  const times = { match: [] as number[], ads: [] as number[], both: [] as number[] };
  const found: Found[] = [];
  const look = (listing: SingleListing, isCounted: boolean): void => {
    const began = performance.now();
    const matches = matcher.match(listing, month);
    const matched = performance.now();
    const ads = matcher.matchAds(listing, month, now);
    const ended = performance.now();
    if (!isCounted) return;
    times.match.push(matched - began);
    times.ads.push(ended - matched);
    times.both.push(ended - began);
    found.push({ matches: matches.sort(), ads: ads.map(({ id, topCents }) => `${id} ${topCents}`).sort() });
  };
  for (const phone of phones.slice(0, WARM_UP)) look(phone, false);
  for (const phone of phones) look(phone, true);

  const searches = await readSearches(db, now);
  const began = performance.now();
  const wrong = phones.filter((phone, at) => JSON.stringify(found[at]) !== JSON.stringify(compareWithEach(searches, phone, month))).length;
  const each = (performance.now() - began) / phones.length;
  const open = searches.filter(({ topCents }) => topCents !== null).length;
  const mean = (pick: (one: Found) => string[]): string => (found.reduce((sum, one) => sum + pick(one).length, 0) / found.length).toFixed(0);
  say(
    `${phones.length} random phones and ${searches.length} saved searches, ${open} of them open ads; a phone matches ${mean(({ matches }) => matches)}, and ${mean(({ ads }) => ads)} ads`,
  );
  say(`match: ${percentilesLine(times.match)}; matchAds: ${percentilesLine(times.ads)}; comparing a phone with each search twice: ${each.toFixed(0)} ms`);
  say(verdictLine('p99 of matching a phone with searches and ads', { value: percentilesOf(times.both)[1], below: P99_MS, unit: 'ms' }));
  say(wrong === 0 ? 'met: all phones match what they match one by one' : `MISSED: ${wrong} phones match something else than one by one`);
  return wrong;
}

async function randomPhones(db: Db): Promise<SingleListing[]> {
  const rows = await db.selectFrom('listings').select('id').where('sold_at', 'is', null).where('removed_at', 'is', null).orderBy('id').execute();
  const chance = createChance(SEED);
  const phones: SingleListing[] = [];
  while (phones.length < PHONES) {
    const listing = await openListing(db, chance.pickOf(rows)?.id ?? '');
    if (listing) phones.push(listing);
  }
  return phones;
}

async function readSearches(db: Db, now: number): Promise<Compiled[]> {
  const rows = await db.selectFrom('saved_searches').select(['id', 'criteria', 'wanted_cents', 'wanted_until']).execute();
  return rows.map(({ id, criteria, wanted_cents, wanted_until }) => {
    // Only ever written as JSON of this type.
    const { filters, ...words } = JSON.parse(criteria) as StoredCriteria;
    const compiled = compileCriteria(words);
    return { id, filters, criteria: compiled, priceless: withoutPrices(compiled), topCents: (wanted_until ?? 0) > now ? wanted_cents : null };
  });
}

function compareWithEach(searches: Compiled[], phone: SingleListing, month: number): Found {
  const matches: string[] = [];
  const ads: string[] = [];
  for (const { id, filters, criteria, priceless, topCents } of searches) {
    if (isMatch(phone, { ...filters, month }, criteria)) matches.push(id);
    if (topCents !== null && isMatch(phone, { ...filters, month, priceFrom: null, priceTo: null }, priceless)) ads.push(`${id} ${topCents}`);
  }
  return { matches: matches.sort(), ads: ads.sort() };
}
