import { BlockList, isIP, isIPv4 } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/iu;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/u;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/u;
/** What a proxy may have added; more is somebody's invention. */
const MAX_HOPS = 20;
const NOWHERE = '0.0.0.0';

/** Addresses that only an operator's own machines have. */
const PRIVATE = toNetworks(['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7', 'fe80::/10']);

type Asked = { socket: { remoteAddress?: string | undefined }; headers: Record<string, string | string[] | undefined> };

/** Finds out from which address a request comes. */
export type FindAddress = (request: Asked) => string;

/**
 * The address at the other end of the socket; or, when that is one of the operator's own proxies, the last one in
 * `X-Forwarded-For` that isn't: every proxy adds whom it talks to at the end, and what stands before that, anybody can have written.
 */
export function createFindAddress(trustedProxies: readonly string[], onUnnamedProxy: (address: string) => void = () => {}): FindAddress {
  const isTrusted = createIsProxy(trustedProxies);
  let hasWarned = false;
  /** Told of once. Only of the operator's own machines: elsewhere anybody writes what a proxy would. */
  const warnOfProxy = (address: string): void => {
    if (hasWarned || !isIn(PRIVATE, address)) return;
    hasWarned = true;
    onUnnamedProxy(address);
  };
  return ({ socket, headers }) => {
    let address = toAddress(socket.remoteAddress ?? '') ?? NOWHERE;
    if (!isTrusted(address)) {
      if (headers['x-forwarded-for'] !== undefined) warnOfProxy(address);
      return address;
    }
    const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-MAX_HOPS);
    for (const hop of hops.toReversed()) {
      const next = toAddress(hop.trim());
      if (next === null) return address;
      address = next;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

/** Says whether an address is that of one of the operator's own proxies. */
export function createIsProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = toNetworks(trustedProxies);
  return (written) => {
    const address = toAddress(written);
    return trustedProxies.length > 0 && address !== null && isIn(trusted, address);
  };
}

/** Addresses and networks (`10.0.0.0/8`) as one list; null when one of them is neither. */
export function toNetworks(written: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const one of written) {
    const [address = '', bits] = one.split('/');
    const kind = isIP(address);
    if (kind === 0 || one.split('/').length > 2) return null;
    const [family, most] = kind === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    if (bits === undefined) list.addAddress(address, family);
    else if (/^\d{1,3}$/u.test(bits) && Number(bits) <= most) list.addSubnet(address, Number(bits), family);
    else return null;
  }
  return list;
}

/** One entry of a forwarding header as an address; null when it is none. */
function toAddress(entry: string): string | null {
  const address = unmapped((BRACKETED.exec(entry)?.[1] ?? WITH_PORT.exec(entry)?.[1] ?? entry).split('%')[0] ?? '');
  return isIP(address) === 0 ? null : address;
}

const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

const isIn = (list: BlockList | null, address: string): boolean => list?.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') ?? false;

/** What is counted as one place: an IPv4 address, or the network of 2⁶⁴ that one line gets of IPv6. */
export const networkKeyOf = (address: string): string => (isIP(address) === 6 ? `${networkOf(address)}::/64` : address);

/** The first groups of 16 bits of an IPv6 address, written out: four are its network. */
function networkOf(address: string, count = 4): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? before : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** What somebody who has many networks has them in: an IPv6 /48 holds 65,536 of them, and an IPv4 /24 is hardly ever more than one owner's. */
export function siteOf(address: string): string {
  if (isIP(address) === 6) return `${networkOf(address, 3)}::/48`;
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** About where that is, for the person themselves to recognize: enough for that, and not an address any more. */
export function roughly(address: string): string | null {
  if (isIP(address) === 0) return null;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.x` : `${networkOf(address, 3)}:…`;
}
