import { invalid } from './refusals.ts';

/**
 * Reads the shop's path that the bank's page returns to. Only a path is stored, so the page never leads to another site: not by a full address, a
 * leading `//` or `\`, nor by a path that begins with `//` once its origin is removed.
 */
export function readReturnPath(returnUrl: string | null, origin: string): string | null {
  if (returnUrl === null) return null;
  if (!URL.canParse(returnUrl, origin)) throw refusal();
  const address = new URL(returnUrl, origin);
  if (address.origin !== origin || address.username || address.password || address.pathname.startsWith('//')) throw refusal();
  return `${address.pathname}${address.search}${address.hash}`;
}

/** The path of an address, whatever its host: a page that leads there stays within the shop. */
export function pathOf(address: string, name: string): string {
  const parsed = URL.canParse(address) ? new URL(address) : null;
  if (!parsed || parsed.pathname.startsWith('//')) throw invalid(name, `${name} must be an address of the shop.`);
  return `${parsed.pathname}${parsed.search}${parsed.hash}`;
}

const refusal = () => invalid('return_url', 'return_url must be a path of this shop, or an address of it.');
