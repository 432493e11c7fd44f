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

/** Rest after queued work, as a fraction of its cost; it leaves CPU time for other requests. */
const REST = 0.5;
/** How long queued work may go on before other replies get a turn. */
const SLICE_MS = 2;

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
        const nth = await pace.begin();
        return charged(request, caller, work, (cost) => pace.ended(nth, cost));
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

/** Begins a piece of work; gets its number. */
type Piece = (nth: number) => void;

/**
 * Begins one piece of work after another: the next when the last has ended or, if it waits for a database, in the next turn of the event loop. After
 * `SLICE_MS` of that, other replies get a turn and a rest in proportion to the cost of the work.
 */
function createPace(restPart: number) {
  const waiting: Piece[] = [];
  /** Counts the pieces that have begun; the last blocks the next until it has ended or a turn has passed. */
  let begun = 0;
  let isBlocked = false;
  let isPausing = false;
  let sliceEnds = 0;
  let restsUntil = 0;

  function unblock(nth: number): void {
    if (nth !== begun) return;
    isBlocked = false;
    beginNext();
  }

  function beginNext(): void {
    if (isBlocked || isPausing || waiting.length === 0) return;
    if (performance.now() >= sliceEnds) {
      pause();
      return;
    }
    isBlocked = true;
    begun += 1;
    waiting.shift()?.(begun);
    if (waiting.length > 0) setImmediate(unblock, begun);
  }

  function pause(): void {
    isPausing = true;
    const go = (): void => {
      isPausing = false;
      sliceEnds = performance.now() + SLICE_MS;
      beginNext();
    };
    const left = restsUntil - performance.now();
    // Timers take a millisecond at least, so shorter rests add up.
    if (left < 1) setImmediate(go);
    else setTimeout(go, left);
  }

  return {
    /** Begins in the order of the calls; returns the piece's number. */
    begin(): Promise<number> {
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (isBlocked && waiting.length === 1) setImmediate(unblock, begun);
        else beginNext();
      });
    },
    ended(nth: number, cost: number): void {
      restsUntil = Math.max(restsUntil, performance.now()) + cost * restPart;
      unblock(nth);
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
