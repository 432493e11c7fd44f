import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { type Budget, LIMITS, type LimitName } from '#contract/shared/limits.ts';
import type { SecurityConfig } from '../config/security.ts';
import { TooManyError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FindAddress } from '../security/client-network.ts';
import { createLimiter } from '../security/rate-limiter.ts';
import type { Clients, FindNetwork } from './client-networks.ts';
import { isNewcomer, personOf, shareOf } from './newcomers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The client's address; a client's own headers can't change it. */
    findAddress: FindAddress;
    findNetwork: FindNetwork;
    limits: CallLimits;
  }
}

export type CallLimits = {
  /** Throws `TooManyError` when this client network has made this call too often. */
  countAddress(request: Parameters<FindNetwork>[0], method: string, endpoint: Endpoint): void;
  /** The same per person; callers without proof of identity count by network only. */
  countPerson(caller: object | null, method: string, endpoint: Endpoint): void;
  /** What this person may do, for limits that are counted in the database; null without limits. */
  budgetOf(name: LimitName, caller: object): Budget | null;
  /** Throws `TooManyError` when this person or client network has too little budget left. */
  spend(name: LimitName, whose: { request: FastifyRequest; userId: string }, cost: number): void;
};

type Needs = { security: SecurityConfig; clock: Clock };

/** Limits calls by person and by client network, in this process's memory. What must not grow with the number of processes is also counted in the database. */
export function limitCalls(app: FastifyInstance, { security, clock: { now } }: Needs, { findAddress, findNetwork }: Clients): void {
  app.decorate('findAddress', findAddress);
  app.decorate('findNetwork', findNetwork);
  const limiter = createLimiter();
  const factor = security.rateLimits;
  const spend = (name: LimitName, whose: 'person' | 'address', key: string, { forNewcomer = false, cost = 1 } = {}): void => {
    const budget = shareOf(LIMITS[name][whose], factor, forNewcomer);
    // A cost above the whole budget takes all of it.
    const seconds = limiter.take(`${name} ${whose} ${key}`, budget, Math.min(cost, budget.burst));
    if (seconds > 0) throw new TooManyError(LIMITS[name].name, seconds);
  };
  app.decorate('limits', {
    countAddress(request, method, endpoint) {
      const name = limitOf(method, endpoint);
      if (name === null || factor === 0) return;
      spend(name, 'address', findNetwork(request).network);
    },
    countPerson(caller, method, endpoint) {
      const name = limitOf(method, endpoint);
      const person = personOf(caller);
      if (name !== null && factor !== 0 && person !== null && caller !== null) spend(name, 'person', person, { forNewcomer: isNewcomer(caller, now()) });
    },
    budgetOf: (name, caller) => (factor === 0 ? null : shareOf(LIMITS[name].person, factor, isNewcomer(caller, now()))),
    spend(name, { request, userId }, cost) {
      if (factor === 0) return;
      spend(name, 'person', userId, { cost });
      spend(name, 'address', findNetwork(request).network, { cost });
    },
  });
}

function limitOf(method: string, { limit }: Endpoint): LimitName | null {
  if (limit !== undefined) return limit === 'none' ? null : limit;
  return method === 'GET' ? null : 'write';
}
