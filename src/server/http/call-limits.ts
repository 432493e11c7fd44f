import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Budget, LIMITS, type LimitName } from '#contract/limits.ts';
import { createFindAddress, type FindAddress, placeOf } from '../client-address.ts';
import type { SecurityConfig } from '../config/security.ts';
import { TooMany } from '../errors.ts';
import { createLimiter } from '../limiter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From which address a request comes; a stranger's headers change nothing about it. */
    findAddress: FindAddress;
    limits: CallLimits;
  }
}

export type CallLimits = {
  /** Throws `TooMany` when everybody at this address together made this call too often. */
  countAddress(request: FastifyRequest, method: string, endpoint: Endpoint): void;
  /** The same of one person; whoever proves nothing is counted by address alone. */
  countPerson(caller: object | null, method: string, endpoint: Endpoint): void;
  /** Throws `TooMany` when this person, or everybody at this address, has not so much left. */
  spend(name: LimitName, whose: { request: FastifyRequest; userId: string }, cost: number): void;
};

const OWN_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  OWN_NETWORKS.addSubnet(network, bits, 'ipv4');
OWN_NETWORKS.addAddress('::1', 'ipv6');
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

const limitOf = (method: string, { limit }: Endpoint): LimitName | null => {
  if (limit !== undefined) return limit === 'none' ? null : limit;
  return method === 'GET' ? null : 'write';
};

const personOf = (caller: object | null): string | null => {
  if (caller === null) return null;
  if ('userId' in caller) return String(caller.userId);
  return 'subject' in caller ? String(caller.subject) : null;
};

/** Tells the operator once when a proxy of theirs is not named: everybody behind it would be counted as one. */
const createProxyNotice = (app: FastifyInstance, { trustedProxies }: SecurityConfig) => {
  let isTold = trustedProxies.length > 0;
  return (request: FastifyRequest, address: string): void => {
    if (isTold || request.headers['x-forwarded-for'] === undefined || !OWN_NETWORKS.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return;
    isTold = true;
    app.log.warn({ proxy: address }, 'requests come through a proxy that TRUSTED_PROXIES does not name: everybody behind it is counted as one');
  };
};

/** Counts calls by person and by address, in this process's memory: what it costs to be wrong by the number of processes is little. */
export const limitCalls = (app: FastifyInstance, security: SecurityConfig): void => {
  const findAddress = createFindAddress(security.trustedProxies);
  app.decorate('findAddress', findAddress);
  const limiter = createLimiter();
  const noticeProxy = createProxyNotice(app, security);
  const factor = security.rateLimits;
  const spend = (name: LimitName, whose: 'person' | 'address', key: string, cost = 1): void => {
    const { burst, perMinute }: Budget = LIMITS[name][whose];
    const budget = { burst: Math.max(1, burst * factor), perMinute: perMinute * factor };
    // What is dearer than all that there ever is costs all of it.
    const seconds = limiter.take(`${name} ${whose} ${key}`, budget, Math.min(cost, budget.burst));
    if (seconds > 0) throw new TooMany(LIMITS[name].name, seconds);
  };
  app.decorate('limits', {
    countAddress(request, method, endpoint) {
      const name = limitOf(method, endpoint);
      if (name === null || factor === 0) return;
      const address = findAddress(request);
      noticeProxy(request, address);
      spend(name, 'address', placeOf(address));
    },
    countPerson(caller, method, endpoint) {
      const name = limitOf(method, endpoint);
      const person = personOf(caller);
      if (name !== null && factor !== 0 && person !== null) spend(name, 'person', person);
    },
    spend(name, { request, userId }, cost) {
      if (factor === 0) return;
      spend(name, 'person', userId, cost);
      spend(name, 'address', placeOf(findAddress(request)), cost);
    },
  });
};
