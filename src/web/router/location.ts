/** An address of the shop, and what came with it. */
export type Location = {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** Differs for each entry of the history. */
  key: string;
};

export const FIRST_KEY = 'first';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

export const addressOf = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`;

/** A link's target as an address of its own: `?page=2` and `#part` are of the page one is on. */
export function resolveHref(to: string, { pathname, search }: Address): string {
  if (to.startsWith('?')) return `${pathname}${to}`;
  if (to.startsWith('#')) return `${pathname}${search}${to}`;
  return to;
}
