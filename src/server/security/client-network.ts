import { BlockList, isIP, isIPv4 } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/iu;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/u;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/u;
/** The most hops a proxy chain may have added; more were made up by the client. */
const MAX_HOPS = 20;
const NOWHERE = '0.0.0.0';

/** Addresses found only on an operator's own networks. */
const PRIVATE = toNetworks(['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7', 'fe80::/10']);

type Asked = { socket: { remoteAddress?: string | undefined }; headers: Record<string, string | string[] | undefined> };

/** Finds the client address of a request. */
export type FindAddress = (request: Asked) => string;

/**
 * Returns the address at the other end of the socket; or, behind one of the operator's own proxies, the last address in `X-Forwarded-For` that
 * isn't a trusted proxy. Every proxy appends its client; anything before that could be made up.
 */
export function createFindAddress(trustedProxies: readonly string[], onUnnamedProxy: (address: string) => void = () => {}): FindAddress {
  const isTrusted = createIsProxy(trustedProxies);
  let hasWarned = false;
  /** Once, and only for private addresses: elsewhere any client can send the header. */
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

/** Tells whether an address is one of the operator's own proxies. */
export function createIsProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = toNetworks(trustedProxies);
  return (written) => {
    const address = toAddress(written);
    return trustedProxies.length > 0 && address !== null && isIn(trusted, address);
  };
}

/** Addresses and networks (`10.0.0.0/8`) as one list; null when an entry is neither. */
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

/** An entry of a forwarding header as an address; null when it isn't one. */
function toAddress(entry: string): string | null {
  const address = unmapped((BRACKETED.exec(entry)?.[1] ?? WITH_PORT.exec(entry)?.[1] ?? entry).split('%')[0] ?? '');
  return isIP(address) === 0 ? null : address;
}

const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

const isIn = (list: BlockList | null, address: string): boolean => list?.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') ?? false;

/** The unit that limits count by: an IPv4 address, or an IPv6 /64, which is what one line gets. */
export const networkKeyOf = (address: string): string => (isIP(address) === 6 ? `${leadingGroups(address)}::/64` : address);

/** The first `count` 16-bit groups of an IPv6 address, written out; four are its /64 network. */
function leadingGroups(address: string, count = 4): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? before : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Groups the networks one owner may have: an IPv6 /48 holds 65,536 of them, and an IPv4 /24 hardly ever belongs to more than one owner. */
export function siteOf(address: string): string {
  if (isIP(address) === 6) return `${leadingGroups(address, 3)}::/48`;
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** A partial address, enough for a person to recognize their own, but no longer a full address. */
export function partialAddress(address: string): string | null {
  if (isIP(address) === 0) return null;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.x` : `${leadingGroups(address, 3)}:…`;
}
