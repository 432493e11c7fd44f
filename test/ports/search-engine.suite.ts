import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FacetValue } from '#contract/search.ts';
import type { Cursor } from '#server/db/paging.ts';
import type { Db, NewListingRow } from '#server/db/tables.ts';
import type { Asked, SearchEngine, SearchFilters, SearchOrder } from '#server/ports/search-engine.ts';
import { createSmallShop, kilometersTo, MONTH, PORTO, passes, type SmallShop } from './small-shop.ts';

export type OpenedEngine = {
  engine: SearchEngine;
  /** The shop's database, migrated and without rows. */
  db: Db;
  /** Returns once the engine has seen every change noted so far. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

const ALL: SearchFilters = {
  ...{ categoryId: null, categoryIds: null, years: [], checks: [], priceFrom: null, priceTo: null, verified: false },
  texts: { model: [], storage: [], condition: [], color: [], ram: [], place: [] },
  ...{ monthsLeft: null, month: MONTH, near: null, withinKm: null },
};
const withTexts = (texts: Partial<SearchFilters['texts']>): Partial<SearchFilters> => ({ texts: { ...ALL.texts, ...texts } });

/** How every search engine must behave. */
export function describeSearchEngine(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`${name} as a search engine`, () => {
    let opened: OpenedEngine;
    let shop: SmallShop;
    beforeAll(async () => {
      opened = await open();
      shop = await createSmallShop(opened.db);
      await opened.engine.load();
      await opened.catchUp();
    });
    afterAll(() => opened.close());

    const asking = (search: string | null, filters: Partial<SearchFilters> = {}): Asked => ({ search, filters: { ...ALL, ...filters } });
    const matching = (filters: Partial<SearchFilters>, model = ''): NewListingRow[] =>
      shop.onSale().filter((row) => row.model_key.startsWith(model) && passes(shop, row, { ...ALL, ...filters }));
    const idsOf = (rows: NewListingRow[]): string[] => rows.map(({ id }) => id);
    const pagesOf = async (asked: Asked, order: SearchOrder, limit = 20): Promise<string[]> => {
      const found: string[] = [];
      for (let after: Cursor | null = null; ; ) {
        const page = await opened.engine.findIds(asked, order, { limit, after });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...page.items);
        if (!page.next) return found;
        after = page.next;
      }
    };

    it('Finds the phones that have every word of a search, and no other', async () => {
      const searches: [string, string, Partial<SearchFilters['texts']>][] = [
        ['Galaxy S21', 'galaxy s21', {}],
        ['samsung galaxy s21 256gb', 'galaxy s21', { storage: ['256gb'] }],
        ['GOLD iphone', 'iphone', { color: ['gold'] }],
      ];
      for (const [search, model, texts] of searches) {
        const expected = idsOf(matching(withTexts(texts), model));
        expect(expected.length, search).toBeGreaterThan(5);
        expect((await pagesOf(asking(search), 'match')).toSorted(), search).toEqual(expected.toSorted());
        expect(await pagesOf(asking(search), 'newest'), search).toEqual(expected);
      }
    });

    it('Corrects typos and says so, and names the words that it left out', async () => {
      const expected = await pagesOf(asking('galaxy s21'), 'match');
      for (const search of ['galxy s21', 'galaxxy s21', 'glaaxy s21']) {
        expect(await pagesOf(asking(search), 'match'), search).toEqual(expected);
        expect((await opened.engine.countFacets(asking(search))).search, search).toMatchObject({ corrected: 'galaxy s21', ignored: [] });
      }
      expect(await pagesOf(asking('galaxy s21 frobnicate'), 'match')).toEqual(expected);
      expect((await opened.engine.countFacets(asking('galaxy s21 frobnicate'))).search).toMatchObject({ ignored: ['frobnicate'] });
    });

    it('Narrows by each filter and by several, with both ends of a range included', async () => {
      const [cheap, dear] = [matching({})[3]?.price_cents ?? 0, matching({})[9]?.price_cents ?? 0].sort((one, other) => one - other);
      const brand = (called: string): string => shop.brands.get(called) ?? '';
      const narrowed: Partial<SearchFilters>[] = [
        { categoryId: brand('Apple') },
        { categoryIds: [brand('Samsung'), brand('Xiaomi')] },
        { years: [2021, 2022] },
        { checks: ['battery90'] },
        { priceFrom: cheap, priceTo: dear },
        { verified: true },
        { monthsLeft: 12 },
        { near: PORTO, withinKm: 300 },
        withTexts({ storage: ['64gb', '256gb'], place: ['lisbon', 'porto'] }),
        { ...withTexts({ model: ['galaxy s21'], condition: ['good', 'like new'] }), verified: true, priceTo: dear },
      ];
      for (const filters of narrowed) {
        const expected = idsOf(matching(filters));
        expect(expected.length, JSON.stringify(filters)).toBeGreaterThan(0);
        expect(await pagesOf(asking(null, filters), 'newest'), JSON.stringify(filters)).toEqual(expected);
      }
      expect(await pagesOf(asking(null, withTexts({ color: ['no such color'] })), 'newest')).toEqual([]);
    });

    it('Puts a list in each order', async () => {
      const rows = new Map(matching({}).map((row) => [row.id, row]));
      const keysIn = async (order: SearchOrder, keyOf: (row: NewListingRow) => number): Promise<number[]> => {
        const found = await pagesOf(asking(null, { near: PORTO }), order);
        expect(found.toSorted()).toEqual([...rows.keys()].toSorted());
        return found.flatMap((id) => rows.get(id) ?? []).map(keyOf);
      };
      const rising = (keys: number[]): number[] => keys.toSorted((one, other) => one - other);
      const prices = await keysIn('cheapest', (row) => row.price_cents);
      expect(prices).toEqual(rising(prices));
      expect(await keysIn('dearest', (row) => row.price_cents)).toEqual(prices.toReversed());
      const distances = await keysIn('nearest', (row) => kilometersTo(row, PORTO));
      expect(distances).toEqual(rising(distances));
      expect(await pagesOf(asking(null), 'oldest')).toEqual(idsOf(matching({}).toReversed()));
      expect(await pagesOf(asking(null), 'match')).toEqual(idsOf(matching({})));
    });

    it('Goes on after a page while listings come and go: whatever was on sale all along is there once', async () => {
      for (const order of ['newest', 'cheapest', 'match', 'nearest'] as const) {
        const asked = asking('samsung', { near: PORTO });
        const before = await pagesOf(asked, order, 100);
        const first = await opened.engine.findIds(asked, order, { limit: 10, after: null });
        expect(first.items).toEqual(before.slice(0, 10));
        // One that was seen, the last one seen, which the cursor names, and the next.
        const gone = [before[2] ?? '', before[9] ?? '', before[10] ?? ''];
        for (const id of gone) await shop.edit(id, { sold_at: Date.now() });
        for (let times = 0; times < 3; times += 1) await shop.list();
        await opened.catchUp();
        const rest: string[] = [];
        for (let after = first.next; after; ) {
          const page = await opened.engine.findIds(asked, order, { limit: 10, after });
          rest.push(...page.items);
          after = page.next;
        }
        const stayed = (ids: string[]): string[] => ids.filter((id) => before.includes(id) && !gone.includes(id));
        expect(stayed([...first.items, ...rest]), order).toEqual(stayed(before));
        for (const id of gone) await shop.edit(id, { sold_at: null });
        await opened.catchUp();
      }
    });

    it('Counts each value among listings that pass all other filters', async () => {
      const filters = { ...withTexts({ color: ['black', 'gold'], storage: ['128gb'] }), priceTo: 45_000, verified: true };
      const facets = await opened.engine.countFacets(asking(null, filters));
      const without = (changes: Partial<SearchFilters>): NewListingRow[] => matching({ ...filters, ...changes });
      const counted = (rows: NewListingRow[], keyOf: (row: NewListingRow) => string): Record<string, number> =>
        Object.fromEntries(Object.entries(Object.groupBy(rows, keyOf)).map(([key, some]) => [key, some?.length ?? 0]));
      const asRecord = (values: FacetValue[]): Record<string, number> =>
        Object.fromEntries(values.map(({ value, count }) => [value.toLowerCase().replaceAll(/(\d) /gu, '$1'), count]));
      expect(facets.total).toBe(without({}).length);
      expect(asRecord(facets.color)).toEqual(counted(without(withTexts({ storage: ['128gb'] })), (row) => row.color_key));
      expect(asRecord(facets.storage)).toEqual(counted(without(withTexts({ color: ['black', 'gold'] })), (row) => row.storage_key));
      expect(asRecord(facets.condition)).toEqual(counted(without({}), (row) => row.condition_key));
      expect(asRecord(facets.year)).toEqual(counted(without({}), (row) => String(row.year)));
      expect(facets.verified).toBe(without({ verified: true }).length);
      const prices = without({ priceTo: null }).map((row) => row.price_cents / 100);
      expect(facets.price).toEqual({ min: Math.min(...prices), max: Math.max(...prices) });
      expect(facets.updates.map(({ count }) => count)).toEqual([12, 24, 36].map((monthsLeft) => without({ monthsLeft }).length));
      expect(facets).toMatchObject({ near: null, search: null });
    });

    it('Suggests brands and models on sale for what was typed so far, typos too, with how many there are', async () => {
      const { engine } = opened;
      const [galaxy] = await engine.suggest('galaxy s', 8);
      expect(galaxy).toMatchObject({ kind: 'model', brand: 'Samsung', text: 'Galaxy S21', listings: matching({}, 'galaxy s21').length });
      expect(await engine.suggest('sam', 1)).toMatchObject([{ kind: 'brand', text: 'Samsung' }]);
      expect((await engine.suggest('galxy s21', 8)).map(({ text }) => text)).toContain('Galaxy S21');
      expect(await engine.suggest('frobnicate', 8)).toEqual([]);
      expect((await pagesOf(asking(galaxy?.text ?? ''), 'match')).length).toBe(galaxy?.listings);
    });

    it('Shows a change once it was noted: sold, edited, back on sale, and a seller verified', async () => {
      const { engine, catchUp } = opened;
      const listing = await shop.list({ price_cents: 100 });
      const cheapest = async (): Promise<string | undefined> => (await engine.findIds(asking(null), 'cheapest', { limit: 1, after: null })).items[0];
      await catchUp();
      expect(await cheapest()).toBe(listing.id);
      const size = engine.size() ?? 0;
      await shop.edit(listing.id, { sold_at: Date.now() });
      await catchUp();
      expect(await cheapest()).not.toBe(listing.id);
      expect(engine.size()).toBe(size - 1);
      await shop.edit(listing.id, { sold_at: null, price_cents: 99_900 });
      await catchUp();
      expect((await engine.findIds(asking(null), 'dearest', { limit: 1, after: null })).items).toEqual([listing.id]);
      for (const id of shop.sellers) await shop.verify(id, id !== shop.sellers[0]);
      await catchUp();
      expect(await pagesOf(asking(null, { verified: true }), 'newest')).toEqual(idsOf(matching({ verified: true })));
    });

    it('Counts what is on sale by brand', async () => {
      const counts = await opened.engine.countByBrand();
      for (const id of shop.brands.values()) expect(counts.get(id)).toBe(matching({ categoryId: id }).length);
      expect(opened.engine.size()).toBe(shop.onSale().length);
    });

    it('Says what a search demands of later listings, so that it can be stored', async () => {
      const criteria = await opened.engine.toCriteria('galxy s21 teal under 300');
      expect(JSON.parse(JSON.stringify(criteria))).toEqual(criteria);
      expect(criteria.words.map(({ any }) => any[0])).toEqual(['galaxy', 's21', 'teal']);
      expect(criteria.phrases).toHaveLength(1);
    });
  });
}
