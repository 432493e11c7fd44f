import type { Worth } from '#contract/price-estimates.ts';
import type { Db } from '../../db/tables.ts';
import { type Launch, SALES_DAYS, type Said, worthOf } from './price-range.ts';
import { findSales } from './queries.ts';

const DAY_MS = 86_400_000;

/** What a model cost when it came out, in cents, and when that was; null for one that nobody knows. */
export type LaunchOf = (brand: string, modelName: string) => Launch | null;

export type AskedPhone = Said & { categoryId: string | null; modelName: string };

/** What a phone of this model is worth now. `categoryId` null: the shop does not have its brand, and sold none. */
export const findWorth = async ({ db, now, launchOf }: { db: Db; now: number; launchOf: LaunchOf }, phone: AskedPhone): Promise<Worth> => {
  const { categoryId, brand, modelName, storage } = phone;
  const sales = categoryId === null ? [] : await findSales(db, { categoryId, modelName, storage }, now - SALES_DAYS * DAY_MS);
  return worthOf(phone, { now, sales, launch: launchOf(brand, modelName) });
};
