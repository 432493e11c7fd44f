import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COSTS, PRICES } from '#contract/shared/limits.ts';
import { TooManyError } from '../errors.ts';
import { createFairQueue, type FairQueueOptions } from '../security/fair-queue.ts';
import { createLimiter } from '../security/rate-limiter.ts';
import type { ClientNetwork } from './client-networks.ts';
import { createCostMeter } from './cost-meter.ts';
import { isNewcomer, personOf, shareOf } from './newcomers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    costs: Costs;
  }
  interface FastifyContextConfig {
    /** What a request of this route costs, when that is more than others do. */
    price?: number;
  }
}

/** What clients use of this process, and how much of it they may. */
export type Costs = {
  /** For how many seconds this client has nothing left; 0: it has. */
  waitOf(client: ClientNetwork): number;
  charge(client: ClientNetwork, cost: number): void;
  /** Does what reads for this request, and charges what it took to its client and to the caller. Throws `TooMany` to a caller who has nothing left. */
  measure<T>(request: FastifyRequest, caller: object | null, work: () => Promise<T>): Promise<T>;
  /** The same in its turn: networks take turns, and the rest of the shop goes on between two of them. Throws 503 when too much waits. */
  inTurn<T>(request: FastifyRequest, caller: object | null, work: () => Promise<T>): Promise<T>;
};

/** Asked by who watches the shop, wherever everybody seems to come from: they cost nothing, and must be answered. */
export const WITHOUT_BUDGET: readonly string[] = ['/healthz', '/readyz'];

const QUEUE: FairQueueOptions = { name: 'pages', atOnce: 4, atOnceOfNetwork: 3, mostWaiting: 64, mostOfPerson: 48, longestWaitMs: 5000, retryAfterSeconds: 3 };
/** For measuring. */
const UNBOUNDED = { mostWaiting: 100_000, mostOfPerson: 100_000, longestWaitMs: 60_000 };

type Options = { rateLimits: number; now: () => number };

/** Work in turn rests for this part of what the last took: so much of the processor is always everybody else's. */
const REST = 0.5;

export function createCosts({ rateLimits: factor, now }: Options, findNetwork: (request: FastifyRequest) => ClientNetwork): Costs {
  const limiter = createLimiter({ maxKeys: 50_000 });
  const meter = createCostMeter();
  const queue = createFairQueue({ ...QUEUE, ...(factor === 0 && UNBOUNDED) });
  const pace = createPace(factor === 0 ? 0 : REST);
  const [ofNetwork, ofSite] = [shareOf(COSTS.network, factor), shareOf(COSTS.site, factor)];
  const ofPerson = (caller: object) => shareOf(COSTS.person, factor, isNewcomer(caller, now()));

  const costs: Costs = {
    waitOf: ({ network, site }) => (factor === 0 ? 0 : Math.max(limiter.waitOf(`network ${network}`, ofNetwork), limiter.waitOf(`site ${site}`, ofSite))),
    charge({ network, site }, cost) {
      if (factor === 0) return;
      limiter.charge(`network ${network}`, ofNetwork, cost);
      limiter.charge(`site ${site}`, ofSite, cost);
    },
    measure: (request, caller, work) => charged(request, caller, work),
    inTurn(request, caller, work) {
      const { network, site } = findNetwork(request);
      return queue.run({ network: site, person: network }, async () => {
        await pace.begin();
        return charged(request, caller, work, pace.ended);
      });
    },
  };

  async function charged<T>(request: FastifyRequest, caller: object | null, work: () => Promise<T>, ended: (cost: number) => void = () => {}): Promise<T> {
    const person = factor === 0 ? null : personOf(caller);
    const budget = caller === null || person === null ? null : { key: `person ${person}`, of: ofPerson(caller) };
    const wait = budget === null ? 0 : limiter.waitOf(budget.key, budget.of);
    if (wait > 0) throw new TooManyError('requests', wait);
    const end = meter.begin();
    try {
      return await work();
    } finally {
      const cost = end();
      ended(cost);
      costs.charge(findNetwork(request), cost);
      if (budget !== null) limiter.charge(budget.key, budget.of, cost);
    }
  }
  return costs;
}

/** Lets one piece of work begin at a time, with a rest after each, in which everybody else's replies are written. */
function createPace(restPart: number) {
  let isTaken = false;
  let restsUntil = 0;
  return {
    async begin(): Promise<void> {
      for (;;) {
        const rest = restsUntil - performance.now();
        if (!isTaken && rest <= 0) break;
        await new Promise<void>((resolve) => (isTaken ? setImmediate(resolve) : setTimeout(resolve, rest)));
      }
      isTaken = true;
      setImmediate(() => {
        isTaken = false;
      });
    },
    ended(cost: number): void {
      restsUntil = performance.now() + cost * restPart;
    },
  };
}

/** Refuses whoever has nothing left, whatever they ask for, and charges each request what it costs in any case. */
export function budgetRequests(app: FastifyInstance, costs: Costs): void {
  app.decorate('costs', costs);
  app.addHook('onRequest', async (request, reply) => {
    const client = app.findNetwork(request);
    const { url = '', config } = request.routeOptions;
    if (WITHOUT_BUDGET.includes(url)) return;
    const wait = costs.waitOf(client);
    if (wait > 0) {
      reply.header('connection', 'close');
      throw new TooManyError('requests', wait);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    costs.charge(client, config.price ?? (isRead ? PRICES.read : PRICES.write));
  });
}
