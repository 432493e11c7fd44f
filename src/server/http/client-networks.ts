import { createLru } from '../lru.ts';
import { createFindAddress, createIsProxy, type FindAddress, networkKeyOf, siteOf } from '../security/client-network.ts';

/** The client a request counts against: `network` is an IPv4 address or an IPv6 /64; `site` the /24 or /48 in which one owner may have many. */
export type ClientNetwork = { address: string; network: string; site: string };

export type FindNetwork = (request: Parameters<FindAddress>[0]) => ClientNetwork;

/** Tells a process's clients apart. */
export type Clients = { findAddress: FindAddress; findNetwork: FindNetwork; isProxy(address: string): boolean };

const MOST_REMEMBERED = 5000;

/** Calls `onUnnamedProxy` once for a proxy that is not in `trustedProxies`. */
export function createClients(trustedProxies: readonly string[], onUnnamedProxy: (address: string) => void): Clients {
  const findAddress = createFindAddress(trustedProxies, onUnnamedProxy);
  return { findAddress, findNetwork: createFindNetwork(findAddress), isProxy: createIsProxy(trustedProxies) };
}

/** Finds each request's client network. Caches known addresses, since every cached reply needs one. */
function createFindNetwork(findAddress: FindAddress): FindNetwork {
  const known = createLru<ClientNetwork>(MOST_REMEMBERED);
  return (request) => {
    const address = findAddress(request);
    const found = known.get(address);
    if (found) return found;
    const made = { address, network: networkKeyOf(address), site: siteOf(address) };
    known.set(address, made);
    return made;
  };
}
