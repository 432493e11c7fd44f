import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Listening = { address: string; port: number };

/** Where the shop is: which hosts and origins are its own, and where its links lead. */
export type ShopOrigin = {
  /** What the operator says; null: the address that the shop listens at counts. */
  publicUrl: string | null;
  isSecure: boolean;
  /** Where links lead, without a slash at the end; never anything that a request says. */
  url(): string;
  /** The shop's own origin that a `Host` header names; null when that is no host of the shop. */
  at(host: string): string | null;
  /** Every `Host` that `at` knows. */
  hosts(): string[];
  /** To be told as soon as the server listens: port 0 becomes a real one then. */
  listensAt(addresses: readonly Listening[]): void;
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/** Addresses come and go with networks; a stranger must not make the shop look them up at every request. */
const LOOK_UP_MS = 10_000;

type Options = { publicUrl: string | null /** Where it is told to listen. */; host: string; port: number };

/** With a `publicUrl` its host alone is the shop's; without one, the names of the addresses that it listens at. */
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

/** What browsers may call a server that listens there: who listens everywhere is called by every address of the machine, but by none of the names that others give it. */
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

/** A browser leaves a scheme's own port out, a program may write it. */
function hostsOf(origin: string): [host: string, origin: string][] {
  const { protocol, hostname, host, port } = new URL(origin);
  const written = port === '' ? [host, `${hostname}:${protocol === 'https:' ? 443 : 80}`] : [host];
  return written.map((name) => [name, origin]);
}

function linkOrigin({ address, port }: Listening, host: string): string {
  if (isIP(host) === 0 && !isLoopback(host)) return toOrigin(host, port);
  return toOrigin(isLoopback(address) || isWildcard(address) ? 'localhost' : toName(address), port);
}
