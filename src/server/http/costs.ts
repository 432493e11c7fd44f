import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { COSTS, PRICES } from '#contract/shared/limits.ts';
import { TooManyError } from '../errors.ts';
import { createFairQueue, type FairQueueOptions } from '../security/fair-queue.ts';
import { createLimiter } from '../security/rate-limiter.ts';
import type { ClientNetwork, FindNetwork } from './client-networks.ts';
import { createCostMeter } from './cost-meter.ts';
import { isNewcomer, personOf, shareOf } from './newcomers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    costs: Costs;
  }
  interface FastifyContextConfig {
    /** The cost of a request to this route, if higher than usual. */
    price?: number;
  }
}

type Sender = Parameters<FindNetwork>[0];

/** CPU budgets of the clients of this process. */
export type Costs = {
  /** Seconds until this client has budget again; 0: now. */
  waitOf(client: ClientNetwork): number;
  charge(client: ClientNetwork, cost: number): void;
  /** Runs `work` and charges its cost to the client network and the caller. Throws `TooManyError` when the caller has no budget left. */
  measure<T>(request: Sender, caller: object | null, work: () => Promise<T>): Promise<T>;
  /** The same in a queue: networks take turns, with pauses for other requests between two pieces of work. Throws 503 when the queue is full. */
  inTurn<T>(request: Sender, caller: object | null, work: () => Promise<T>): Promise<T>;
};

/** Monitoring must always get a reply, from any network; these routes are free. */
export const WITHOUT_BUDGET: readonly string[] = ['/healthz', '/readyz'];

const QUEUE: FairQueueOptions = { name: 'pages', atOnce: 4, atOnceOfNetwork: 3, mostWaiting: 64, mostOfPerson: 48, longestWaitMs: 5000, retryAfterSeconds: 3 };
/** For benchmarks. */
const UNBOUNDED = { mostWaiting: 100_000, mostOfPerson: 100_000, longestWaitMs: 60_000 };

type Options = { rateLimits: number; now: () => number };

/** Pause after queued work, as a fraction of its cost; it leaves CPU time for other requests. */
const REST = 0.5;

export function createCosts({ rateLimits: factor, now }: Options, findNetwork: FindNetwork): Costs {
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

  async function charged<T>(request: Sender, caller: object | null, work: () => Promise<T>, ended: (cost: number) => void = () => {}): Promise<T> {
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

/** Starts one piece of work at a time, with a pause after each for writing other replies. */
function createPace(restPart: number) {
  let last = Promise.resolve();
  let restsUntil = 0;
  async function rest(): Promise<void> {
    // Work that ends meanwhile makes it longer.
    for (let left = restsUntil - performance.now(); left > 0; left = restsUntil - performance.now()) await wait(left);
  }
  return {
    /** Begins in the order of the calls. */
    begin(): Promise<void> {
      const begun = last.then(rest);
      last = begun.then(() => immediately());
      return begun;
    },
    ended(cost: number): void {
      restsUntil = performance.now() + cost * restPart;
    },
  };
}

/** Refuses every request of a client without budget, and charges each request its base cost. */
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
