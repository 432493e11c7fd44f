import type { OwnWantedAd, WantedAd, WantedPhone } from '#contract/alerts/wanted.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';

/** The columns of a saved search that is or was a wanted ad. */
type AdColumns = { wanted_phone: string | null; wanted_cents: number | null; wanted_until: number | null };
export type AdRow = AdColumns & { id: string; wanted_at: number | null };

export function toWantedAd(row: AdRow): WantedAd {
  return { ...phoneOf(row), ...termsOf(row), _id: row.id, postedAt: toIso(row.wanted_at ?? 0) };
}

/** A saved search's wanted ad as its owner sees it; null if it never had one. */
export function toOwnWantedAd(row: AdColumns & { wanted_removed_at: number | null }, now: number): OwnWantedAd | null {
  if (row.wanted_phone === null) return null;
  const { title, place } = phoneOf(row);
  const state = row.wanted_removed_at !== null ? 'removed' : (row.wanted_until ?? 0) > now ? 'open' : 'ended';
  return { title, place, ...termsOf(row), state };
}

export const phoneOf = ({ wanted_phone }: Pick<AdColumns, 'wanted_phone'>): WantedPhone =>
  // Only ever written as JSON of this type.
  JSON.parse(wanted_phone ?? '{}') as WantedPhone;

/** The last day is the one that ends at `wanted_until`. */
const termsOf = ({ wanted_cents, wanted_until }: AdColumns) => ({
  topPrice: toDollars(wanted_cents ?? 0),
  until: new Date((wanted_until ?? 1) - 1).toISOString().slice(0, 10),
});
