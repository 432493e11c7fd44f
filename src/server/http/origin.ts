import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Listening = { address: string; port: number };

/** The shop's own hosts and origins, and the base of its links. */
export type ShopOrigin = {
  /** The operator's setting; null: use the listening address. */
  publicUrl: string | null;
  isSecure: boolean;
  /** The base of all links, without a trailing slash; never taken from a request. */
  url(): string;
  /** The shop's own origin for a `Host` header; null when the host isn't the shop's. */
  at(host: string): string | null;
  /** Every `Host` that `at` accepts. */
  hosts(): string[];
  /** Call as soon as the server listens, when port 0 has become a real one. */
  listensAt(addresses: readonly Listening[]): void;
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/** Addresses change with networks; clients must not trigger a lookup with every request. */
const LOOK_UP_MS = 10_000;

type Options = { publicUrl: string | null; host: string; port: number };

/** With a `publicUrl`, only its host is the shop's; without one, the names of the listening addresses are. */
export function createShopOrigin({ publicUrl, host, port }: Options): ShopOrigin {
  let listening: readonly Listening[] = [{ address: host, port }];
  let known = new Map<string, string>();
  let lookedUpAt = 0;

  const lookUp = (): void => {
    known = new Map((publicUrl === null ? originsOf(listening, host) : [publicUrl]).flatMap(hostsOf));
    lookedUpAt = performance.now();
  };
  lookUp();

  return {
    publicUrl,
    isSecure: publicUrl?.startsWith('https:') ?? false,
    url: () => publicUrl ?? linkOrigin(listening[0] ?? { address: host, port }, host),
    at(given) {
      const name = given.toLowerCase();
      if (!known.has(name) && publicUrl === null && performance.now() - lookedUpAt > LOOK_UP_MS) lookUp();
      return known.get(name) ?? null;
    },
    hosts: () => [...known.keys()],
    listensAt(addresses) {
      listening = addresses;
      lookUp();
    },
  };
}

/**
 * Origins by which browsers may reach this server. One that listens on all interfaces accepts each address of the machine, but no DNS name that
 * others point at it.
 */
function originsOf(listening: readonly Listening[], host: string): string[] {
  return listening.flatMap(({ address, port }) => {
    const names = isIP(host) === 0 ? [host] : [];
    if (!isLoopback(address) && !isWildcard(address)) names.push(toName(address));
    else names.push(...LOOPBACK_NAMES);
    if (isWildcard(address)) names.push(...machineAddresses().map(toName));
    return names.map((name) => toOrigin(name, port));
  });
}

const isLoopback = (address: string): boolean => address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(address);

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

const toName = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);

function machineAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.startsWith('fe80:'));
}

const toOrigin = (name: string, port: number): string => new URL(`http://${name}:${port}`).origin;

/** Browsers omit a scheme's default port; programs may send it. */
function hostsOf(origin: string): [host: string, origin: string][] {
  const { protocol, hostname, host, port } = new URL(origin);
  const written = port === '' ? [host, `${hostname}:${protocol === 'https:' ? 443 : 80}`] : [host];
  return written.map((name) => [name, origin]);
}

function linkOrigin({ address, port }: Listening, host: string): string {
  if (isIP(host) === 0 && !isLoopback(host)) return toOrigin(host, port);
  return toOrigin(isLoopback(address) || isWildcard(address) ? 'localhost' : toName(address), port);
}
