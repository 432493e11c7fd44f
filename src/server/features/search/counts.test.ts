import { expect, test } from 'vitest';
import { countIndexed } from './counts.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { createListingFilter, NO_DEMANDS, NO_FILTERS } from './listing-filter.ts';
import { groupAndCount } from './loading.ts';
import type { StateRow } from './queries.ts';
import { createRows, withRoom } from './rows.ts';
import { fileRow, setFacts, setVerified, upsertRow } from './state-rows.ts';

/** More than are counted between two pauses. */
const PHONES = 300_000;
const BRAND = 'b'.padStart(24, '0');

const phone = (number: number): StateRow => ({
  ...{
    id: `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    created_at: number,
    category_id: BRAND,
    price_cents: 10_000 + (number % 7),
    seller_id: `seller ${number % 2}`,
  },
  ...{ brand_key: 'acme', model_key: `model ${number % 3}`, number_key: '', storage_key: number % 2 === 0 ? '64gb' : '128gb', condition_key: 'good' },
  ...{ color_key: 'black', ram_key: '', place_key: 'here', year: 2020, updates_month: 0, city_lat: null, city_lng: null },
  ...{ sold_at: null, removed_at: null, specification: '[]', answers: '{}' },
});

async function fill(): Promise<IndexState> {
  const state = createIndexState([{ id: BRAND, name: 'Acme' }]);
  state.rows = createRows(withRoom(PHONES));
  for (let number = 0; number < PHONES; number += 1) fileRow(state, phone(number));
  await groupAndCount(state);
  return state;
}

const state = await fill();

/** Counts of all phones, with a filter or without. */
function count(storage: string[], pauses = true) {
  const listingFilter = createListingFilter(state, { ...NO_FILTERS, texts: { ...NO_FILTERS.texts, storage } }, NO_DEMANDS);
  return countIndexed(state, listingFilter, { limit: 5, pauses });
}

test.each([[['64gb']], [[]]])('A long count with the filters %o lets others work in between, and is what it is without pauses', async (storage) => {
  // Of a model nothing is counted twice unless it changed.
  for (const number of [0, 1, 2]) upsertRow(state, phone(number), false);
  for (const number of [0, 1, 2]) upsertRow(state, phone(number), true);
  const served: string[] = [];
  setImmediate(() => served.push('another request'));
  const counted = await count(storage);
  expect(served).toEqual(['another request']);
  expect(counted).toEqual(await count(storage, false));
});

test('Two long counts at once don’t mix', async () => {
  const [one, other] = await Promise.all([count(['64gb']), count(['128gb'])]);
  expect([one?.total, other?.total]).toEqual([PHONES / 2, PHONES / 2]);
  expect(one).toEqual(await count(['64gb'], false));
  expect(other).toEqual(await count(['128gb'], false));
});

test.each([
  ['a sale', () => upsertRow(state, phone(5), false)],
  ['a badge', () => setVerified(state, 'seller 1', true)],
  ['facts', () => setFacts(state, { ...phone(6), answers: '{"battery":"strong"}' })],
  ['rows sorted again', () => Object.assign(state, { rows: { ...state.rows } })],
])('A count is given up when something changes meanwhile: %s', async (_, change) => {
  const counted = count(['64gb']);
  await change();
  expect(await counted).toBeNull();
  expect(await count(['64gb'])).toEqual(await count(['64gb'], false));
});

test('A count without pauses ends whatever changes', async () => {
  const counted = count(['64gb'], false);
  upsertRow(state, phone(7), false);
  expect((await counted)?.groups.storage.map(({ count: phones }) => phones)).toEqual([PHONES / 2, expect.any(Number)]);
});
