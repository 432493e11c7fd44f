import { LRUCache } from 'lru-cache';
import { createFindAddress, createIsProxy, type FindAddress, networkKeyOf, siteOf } from '../security/client-network.ts';

/** Whose share a request comes out of: `network` is an IPv4 address or an IPv6 /64; `site` the /24 or /48 that somebody may have many of them in. */
export type ClientNetwork = { address: string; network: string; site: string };

export type FindNetwork = (request: Parameters<FindAddress>[0]) => ClientNetwork;

/** How a process tells its clients apart. */
export type Clients = { findAddress: FindAddress; findNetwork: FindNetwork; isProxy(address: string): boolean };

const MOST_REMEMBERED = 5000;

/** `onUnnamedProxy` hears once of a proxy that is none of `trustedProxies`. */
export function createClients(trustedProxies: readonly string[], onUnnamedProxy: (address: string) => void): Clients {
  const findAddress = createFindAddress(trustedProxies, onUnnamedProxy);
  return { findAddress, findNetwork: createFindNetwork(findAddress), isProxy: createIsProxy(trustedProxies) };
}

/** Finds the client network of each request. Known addresses are looked up, since every cached reply asks. */
function createFindNetwork(findAddress: FindAddress): FindNetwork {
  const known = new LRUCache<string, ClientNetwork>({ max: MOST_REMEMBERED });
  return (request) => {
    const address = findAddress(request);
    const found = known.get(address);
    if (found) return found;
    const made = { address, network: networkKeyOf(address), site: siteOf(address) };
    known.set(address, made);
    return made;
  };
}
