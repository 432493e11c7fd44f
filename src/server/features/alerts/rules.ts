import { SearchInput } from '#contract/alerts/alerts.ts';
import { CONDITION_CHECKS, type ConditionCheck } from '#contract/shared/condition-checks.ts';
import { cutText } from '#contract/shared/cut-text.ts';
import { KM_PER_MILE } from '#contract/shared/distance.ts';
import { days } from '#contract/shared/durations.ts';
import type { Filters } from '#contract/shared/filters.ts';
import type { Near } from '#contract/shared/near.ts';
import { toNearText } from '#contract/shared/near-text.ts';
import { type AlertFrequency, MAX_SAVED_SEARCHES } from '#contract/shared/saved-searches.ts';
import { ConflictError, InvalidError } from '../../errors.ts';

const LISTED = ['brand', 'model', 'storage', 'ram', 'condition', 'color', 'year', 'place', 'checks'] as const satisfies (keyof Filters)[];
const DELAYS: Record<AlertFrequency, number | null> = { instantly: 0, daily: days(1), weekly: days(7), off: null };
const MAX_TITLE = 200;
/** In characters, which are all ASCII. PostgreSQL can't have more than about 2,700 in a unique index. */
const MAX_PATH = 2000;

/** A search with each value once and in order, so that the same search always has the same page. */
export function normalize(input: SearchInput): SearchInput {
  const lists = LISTED.map((name) => [name, [...new Set(input[name].map((value) => value.trim()))].sort()]);
  const isNear = input.near !== null && input.within !== null;
  return { ...input, ...Object.fromEntries(lists), ...(input.search !== '' && { name: undefined }), ...(!isNear && { near: null, within: null }) };
}

/** Throws 422 for a search that everything matches. `anyWords`: whether its words demand nothing of a phone. */
export function requireNarrowed(input: SearchInput, { anyWords }: { anyWords: boolean }): void {
  const { name, priceFrom, priceTo, updates, verified, near } = input;
  const isNarrowed = name !== undefined || !anyWords || priceFrom !== undefined || priceTo !== undefined || updates !== null || verified || near !== null;
  if (!isNarrowed && LISTED.every((list) => input[list].length === 0))
    throw new InvalidError('Choose a brand or a filter, or words that say which phone. Otherwise you would hear of every phone.', {});
}

/** Throws 422 for a search with too long an address. */
export function requireShort(path: string): void {
  if (path.length > MAX_PATH) throw new InvalidError('This search is too long to be saved. Remove some filters or words first.', {});
}

export function requireRoom(saved: number): void {
  if (saved >= MAX_SAVED_SEARCHES) throw new ConflictError('conflict', `You have saved ${MAX_SAVED_SEARCHES} searches. Delete some first.`);
}

/** The page that shows a search's results. */
export function pathOf(input: SearchInput): string {
  const query = new URLSearchParams();
  if (input.search !== '') query.set('search', input.search);
  if (input.priceFrom !== undefined) query.set('priceFrom', toAmount(input.priceFrom));
  if (input.priceTo !== undefined) query.set('priceTo', toAmount(input.priceTo));
  for (const name of LISTED) for (const value of input[name]) query.append(name, value);
  if (input.updates !== null) query.set('updates', String(input.updates));
  if (input.verified) query.set('verified', '1');
  if (input.near !== null) query.set('near', toText(input.near));
  if (input.within !== null) query.set('within', toDistance(input.within).text);
  const page = input.search !== '' ? '/search' : input.name === undefined ? '/phones' : `/category/${encodeURIComponent(input.name)}`;
  return query.size > 0 ? `${page}?${query}` : page;
}

/** Whether two such pages show the same search, apart from the case and order of its values. */
export const isSameSearch = (one: string, other: string): boolean => toSearchKey(one) === toSearchKey(other);

function toSearchKey(path: string): string {
  const parts = path.split(/[?&]/u).map((part) => decodeURIComponent(part.replaceAll('+', ' ')).toLowerCase());
  return JSON.stringify([...new Set(parts)].sort());
}

/** The search that a page of `pathOf` shows. */
export function readPath(path: string): SearchInput {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((key) => [key, isListed(key) ? searchParams.getAll(key) : searchParams.get(key)]));
  const [, page, name = ''] = pathname.split('/');
  return SearchInput.parse({ ...query, ...(page === 'category' && { name: decodeURIComponent(name) }) });
}

const isListed = (key: string): boolean => (LISTED as readonly string[]).includes(key);

/** A search in a few words. */
export function titleOf({ name, search, priceFrom, priceTo, updates, verified, near, within, ...lists }: SearchInput): string {
  const parts = [
    ...(search === '' ? [] : [search]),
    ...(name === undefined ? [] : [name]),
    ...LISTED.flatMap((list) => lists[list].map((value) => labelOf(list, value))),
    ...(priceFrom === undefined ? [] : [`from $${toAmount(priceFrom)}`]),
    ...(priceTo === undefined ? [] : [`up to $${toAmount(priceTo)}`]),
    ...(updates === null ? [] : [`${updates} months of updates`]),
    ...(verified ? ['verified sellers'] : []),
    ...(near !== null && within !== null ? [`within ${toDistance(within).label} of ${'city' in near ? near.city : 'your area'}`] : []),
  ];
  const title = parts.join(', ');
  return title.length > MAX_TITLE ? `${cutText(title, MAX_TITLE - 1)}…` : title;
}

function labelOf(list: (typeof LISTED)[number], value: string): string {
  if (list === 'checks') return CONDITION_CHECKS[value as ConditionCheck].toLowerCase();
  return list === 'ram' ? `${value} RAM` : value;
}

const toAmount = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

const toText = (near: Near): string => ('city' in near ? near.city : toNearText(near));

/** A distance as the address has it, and as people read it: in miles where they are whole. */
function toDistance(km: number): { text: string; label: string } {
  const miles = Math.round(km / KM_PER_MILE);
  return Math.abs(miles * KM_PER_MILE - km) < 1e-6
    ? { text: String(miles), label: miles === 1 ? '1 mile' : `${miles} miles` }
    : { text: `${km}km`, label: `${km} km` };
}

/** When to alert of a phone that matches now; null: not at all. */
export function dueAt(frequency: AlertFrequency, now: number): number | null {
  const delay = DELAYS[frequency];
  return delay === null ? null : now + delay;
}
