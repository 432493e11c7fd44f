import type { Judgement } from '#contract/price-estimates.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Change } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AskedPhone, LaunchOf } from './price-estimates.ts';
import { priceEstimateOf, SALES_DAYS, type Sale } from './price-range.ts';
import { findAllSales, findSalesOfListings, findSalesOfSellers, MOST_SALES, type SaleOfListing } from './queries.ts';

/** A phone of a list, with its model as filters compare it. */
export type ListedPhone = AskedPhone & { id: string; modelKey: string };

/** What the price of a phone is beside its worth, as its own page says it. */
export type Judge = (phone: ListedPhone) => Judgement | null;

/** The sales of the last months, held in memory so that lists are judged without a query; it follows every change within a second, its own process's at once. */
export type SalesHistory = {
  open(): Promise<Judge>;
  /** Judges everything anew: what is known of models has changed. */
  forgetJudgements(): void;
};

const DAY_MS = 86_400_000;
const BATCH = 5000;
const MOST_JUDGEMENTS = 20_000;
/** Phones age, sales grow old, and what is known of models changes: so long a judgement holds. */
const JUDGED_MS = 600_000;

type SalesIndex = { byModel: Map<string, Map<string, Sale>>; modelOf: Map<string, string>; sellerOf: Map<string, string> };

const keyOf = (categoryId: string | null, modelKey: string, storageKey: string): string => `${categoryId}\n${modelKey}\n${storageKey}`;

/** Whether it was a sale. */
const forget = ({ byModel, modelOf, sellerOf }: SalesIndex, listingId: string): boolean => {
  const key = modelOf.get(listingId);
  if (key === undefined) return false;
  byModel.get(key)?.delete(listingId);
  if (byModel.get(key)?.size === 0) byModel.delete(key);
  modelOf.delete(listingId);
  return sellerOf.delete(listingId);
};

const note = (held: SalesIndex, sale: SaleOfListing): void => {
  const key = keyOf(sale.categoryId, sale.modelKey, sale.storageKey);
  const sales = held.byModel.get(key) ?? new Map<string, Sale>();
  held.byModel.set(key, sales);
  sales.set(sale.listingId, sale);
  held.modelOf.set(sale.listingId, key);
  held.sellerOf.set(sale.listingId, sale.sellerId);
};

const inChunks = function* <T>(items: T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
};

/** Reads anew what changes speak of; whether any sale was among it. */
const follow = async (db: Db, held: SalesIndex, changes: Change[]): Promise<boolean> => {
  const listings = [...new Set(changes.flatMap(({ listing_id }) => listing_id ?? []))];
  const sellers = new Set(changes.flatMap(({ listing_id, seller_id }) => (listing_id === null && seller_id !== null ? seller_id : [])));
  let touched = false;
  const replace = (ids: string[], sales: SaleOfListing[]): void => {
    for (const id of ids) touched = forget(held, id) || touched;
    for (const sale of sales) note(held, sale);
    touched ||= sales.length > 0;
  };
  for (const ids of inChunks(listings, 500)) replace(ids, await findSalesOfListings(db, ids));
  if (sellers.size === 0) return touched;
  const sales = await findSalesOfSellers(db, [...sellers]);
  replace(
    [...held.sellerOf].flatMap(([id, seller]) => (sellers.has(seller) ? id : [])),
    sales,
  );
  return touched;
};

export const createSalesHistory = (db: Db, feed: ChangeFeed, { clock, launchOf }: { clock: Clock; launchOf: LaunchOf }): SalesHistory => {
  let held: SalesIndex | null = null;
  let loading: Promise<SalesIndex> | null = null;
  let missed: Change[] = [];
  let era = 0;
  /** By the listings' ids, each of the price that was judged. */
  let judgements = new Map<string, { priceCents: number | null; judgement: Judgement | null }>();
  let judgedIn = 0;

  const load = async (): Promise<SalesIndex> => {
    const began = era;
    missed = [];
    const loaded: SalesIndex = { byModel: new Map(), modelOf: new Map(), sellerOf: new Map() };
    const since = clock.now() - SALES_DAYS * DAY_MS;
    for (let after = { soldAt: since, listingId: '' }; ; ) {
      const sales = await findAllSales(db, after, BATCH);
      for (const sale of sales) note(loaded, sale);
      const last = sales.at(-1);
      if (sales.length < BATCH || !last) break;
      after = last;
    }
    // While this is followed, more may come.
    while (missed.length > 0) {
      const changes = missed;
      missed = [];
      await follow(db, loaded, changes);
    }
    if (began !== era) return load();
    held = loaded;
    judgements = new Map();
    return loaded;
  };

  feed.listen({
    async onChanges(changes) {
      if (loading) missed.push(...changes);
      if (!held) return;
      try {
        if (await follow(db, held, changes)) judgements = new Map();
        for (const { listing_id } of changes) if (listing_id !== null) judgements.delete(listing_id);
      } catch (error) {
        // Half followed is not known: everything is read anew when it is next asked for.
        held = null;
        throw error;
      }
    },
    onLost() {
      era += 1;
      held = null;
    },
  });

  const judgeWith = ({ byModel }: SalesIndex, phone: ListedPhone, now: number): Judgement | null => {
    const all = byModel.get(keyOf(phone.categoryId, phone.modelKey, toFacetKey(phone.storage)));
    const since = now - SALES_DAYS * DAY_MS;
    const sales = all ? [...all.values()].filter(({ soldAt }) => soldAt >= since).slice(-MOST_SALES) : [];
    return priceEstimateOf(phone, { now, sales, launch: launchOf(phone.brand, phone.modelName) }).judgement;
  };

  /** Lists show the same phones over and over. */
  const judgeOnce = (of: SalesIndex, phone: ListedPhone): Judgement | null => {
    const now = clock.now();
    const period = Math.floor(now / JUDGED_MS);
    if (period !== judgedIn || judgements.size >= MOST_JUDGEMENTS) judgements = new Map();
    judgedIn = period;
    const { id, priceCents } = phone;
    const known = judgements.get(id);
    if (known?.priceCents === priceCents) return known.judgement;
    const judgement = judgeWith(of, phone, now);
    judgements.set(id, { priceCents, judgement });
    return judgement;
  };

  return {
    forgetJudgements() {
      judgements = new Map();
    },

    async open() {
      await feed.keepUp();
      loading ??= held
        ? null
        : load().finally(() => {
            loading = null;
          });
      const opened = held ?? (await loading);
      if (!opened) throw new Error('the sales are not held');
      return (phone) => judgeOnce(opened, phone);
    },
  };
};
