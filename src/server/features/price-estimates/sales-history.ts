import type { Judgement, PriceEstimate } from '#contract/price-estimates.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { createLiveCopy } from '../../db/live-copy.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import { fitFactors } from './factor-fit.ts';
import type { FactorEffect } from './factors.ts';
import { storageKeyOf } from './facts.ts';
import type { AskedPhone, LaunchOf } from './price-estimates.ts';
import { priceEstimateOf, type Sale } from './price-range.ts';
import { MOST_SALES } from './queries.ts';
import { followSales, latestOf, loadSales, type SalesState, salesKeyOf, salesOf, startOf } from './sales-state.ts';
import { typicalPricesOf } from './typical-prices.ts';

/** A phone in a list, with its model as filters compare it. */
export type ListedPhone = AskedPhone & { modelKey: string };

/** Compares a phone's price with its range; returns the same verdict as the listing's page. */
export type Judge = {
  (phone: ListedPhone): Judgement | null;
  /** Verdicts with the same number are the same for the same phone. */
  version: number;
  /** The whole estimate that the verdict comes from. */
  estimate(phone: ListedPhone): PriceEstimate;
};

/**
 * The sales of the last months, cached in memory so that lists get verdicts without a query. Follows every change within a second, and changes by its
 * own process immediately.
 */
export type SalesHistory = {
  open(): Promise<Judge>;
  /** The median price of the sales of each catalog model with enough of them, in dollars; a few minutes old at most. */
  typicalPrices(): Promise<Map<string, number>>;
  /** Computes all verdicts again, because the model data has changed. */
  forgetJudgements(): void;
  /** What the sales show to matter besides model, storage, age and condition; an hour old at most, unless it is being computed. */
  factors(): Promise<readonly FactorEffect[]>;
};

type Options = { clock: Clock; launchOf: LaunchOf };

const MOST_LISTS = 10_000;
/** How long a verdict is valid: phones age, sales get old, and model data changes. */
const JUDGED_MS = minutes(10);
/** More than will ever have begun. */
const PERIODS = 2 ** 24;
const FITTED_MS = hours(1);
/** The latest are enough to find what matters: an effect of 2% in ordinary prices. */
const MOST_FITTED = 6_000;

export function createSalesHistory(db: Db, feed: ChangeFeed, { clock, launchOf }: Options): SalesHistory {
  const recent = createRecentSales();
  const estimate = (sales: SalesState, phone: ListedPhone, { now, factors }: Around) =>
    priceEstimateOf(phone, { now, sales: recent.of(sales, phone, now), launch: launchOf(phone.brand, phone.modelName), factors });
  let changes = 0;
  const clear = () => {
    recent.clear();
    changes += 1;
  };
  const live = createLiveCopy<SalesState>(feed, {
    load: () => loadSales(db, clock.now()),
    async follow(sales, changed) {
      if (await followSales(db, sales, changed, clock.now())) clear();
    },
    onLoad: clear,
  });
  const factors = createFactors(() => live.open(), { clock, onNew: clear });
  const typical = { at: 0, prices: null as Promise<Map<string, number>> | null };
  return {
    factors,
    typicalPrices() {
      const now = clock.now();
      if (typical.prices && isSince(typical.at, now, JUDGED_MS)) return typical.prices;
      const prices = live.open().then((sales) => typicalPricesOf(sales, startOf(now)));
      Object.assign(typical, { at: now, prices });
      prices.catch(() => Object.assign(typical, { prices: null }));
      return prices;
    },
    forgetJudgements: clear,
    async open() {
      let read: { known: number; sales: SalesState; effects: readonly FactorEffect[] };
      // Again if something changed meanwhile: what was read wouldn't be of one version.
      do {
        const known = changes;
        const [sales, effects] = await Promise.all([live.open(), factors()]);
        read = { known, sales, effects };
      } while (read.known !== changes);
      const { sales, effects } = read;
      const around = { now: clock.now(), factors: effects };
      const version = changes * PERIODS + Math.floor(around.now / JUDGED_MS);
      return Object.assign((phone: ListedPhone) => estimate(sales, phone, around).judgement, {
        version,
        estimate: (phone: ListedPhone) => estimate(sales, phone, around),
      });
    },
  };
}

/** Whether something was computed less than this long ago. Absolute, because the clock may be set back. */
const isSince = (at: number, now: number, ms: number): boolean => Math.abs(now - at) < ms;

type Around = { now: number; factors: readonly FactorEffect[] };

/** Finds again each hour what matters, and returns what was found before until then. */
function createFactors(read: () => Promise<SalesState>, { clock, onNew }: { clock: Clock; onNew: () => void }): () => Promise<readonly FactorEffect[]> {
  let current: Promise<FactorEffect[]> | null = null;
  let fittedAt: number | null = null;
  return () => {
    const now = clock.now();
    if (current && fittedAt !== null && isSince(fittedAt, now, FITTED_MS)) return current;
    fittedAt = now;
    const next = read().then((sales) => fitFactors(latestOf(sales, MOST_FITTED)));
    current ??= next;
    next.then(
      () => {
        current = next;
        onNew();
      },
      () => {
        fittedAt = null;
        if (current === next) current = null;
      },
    );
    return current;
  };
}

/** Finds a model's sales that count, and returns the same list for all its phones until something changes, since what it says takes long to compute. */
function createRecentSales() {
  const lists = new Map<string, readonly Sale[]>();
  let foundIn = 0;
  return {
    clear: () => lists.clear(),
    of(state: SalesState, { categoryId, modelKey, storage }: ListedPhone, now: number): readonly Sale[] {
      const period = Math.floor(now / JUDGED_MS);
      if (period !== foundIn || lists.size >= MOST_LISTS) lists.clear();
      foundIn = period;
      const key = salesKeyOf({ categoryId, modelKey, storageKey: storageKeyOf(storage) });
      const known = lists.get(key);
      if (known) return known;
      const since = startOf(now);
      const sales = salesOf(state, key)
        .filter(({ soldAt }) => soldAt >= since)
        .slice(-MOST_SALES);
      lists.set(key, sales);
      return sales;
    },
  };
}
