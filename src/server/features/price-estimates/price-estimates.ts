import type { PriceEstimate } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import type { FactorEffect } from './factors.ts';
import { type Launch, type PriceInput, priceEstimateOf, SALES_DAYS } from './price-range.ts';
import { findSales } from './queries.ts';

/** A model's launch price in cents, and its release; null if unknown. */
export type LaunchOf = (brand: string, modelName: string) => Launch | null;

export type AskedPhone = PriceInput & { categoryId: string | null; modelName: string };

/** `factors`: what sales show to matter; without them, only model, storage, age and condition count. */
type Around = { db: Db; now: number; launchOf: LaunchOf; factors?: readonly FactorEffect[] };

/** Estimates the current price of a phone. `categoryId` null: the shop doesn't have its brand, and so sold none. */
export async function findPriceEstimate({ db, now, launchOf, factors = [] }: Around, phone: AskedPhone): Promise<PriceEstimate> {
  const { categoryId, brand, modelName, storage } = phone;
  const sales = categoryId === null ? [] : await findSales(db, { categoryId, modelName, storage }, now - days(SALES_DAYS));
  return priceEstimateOf(phone, { now, sales, launch: launchOf(brand, modelName), factors });
}
