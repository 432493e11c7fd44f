/** An address of the shop, with its history entry's key and state. */
export type Location = {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** Unique for each history entry. */
  key: string;
};

export const FIRST_KEY = 'first';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

export const addressOf = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`;

/** Resolves a link's target to a full path: `?page=2` and `#part` refer to the current page. */
export function resolveHref(to: string, { pathname, search }: Address): string {
  if (to.startsWith('?')) return `${pathname}${to}`;
  if (to.startsWith('#')) return `${pathname}${search}${to}`;
  return to;
}
