import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/iu;
const V4_PARTS = 3;
const V6_GROUPS = 3;
const ALL_GROUPS = 8;

/** The network of an address, too coarse to identify a person: `198.51.100.0/24` or `2001:db8:7::/48`. Null for what is no address. */
export function networkOf(address: string): string | null {
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%')[0] ?? '';
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, V4_PARTS).join('.')}.0/24`;
  if (isIP(plain) !== 6) return null;
  const groups = groupsOf(plain)
    .slice(0, V6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/48`;
}

function groupsOf(address: string): string[] {
  const [start = '', end] = address.split('::');
  const [first, last] = [start, end ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const missing = end === undefined ? 0 : ALL_GROUPS - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])];
}
