import type { FetchHandler } from '../../../http/fetch-handler.ts';
import { nextTurn } from '../../../turns.ts';
import { inBatches } from '../../../work-through.ts';
import { hmac } from './ids.ts';
import { claimEvent, forgetEvents, forgetReplays, nextDueEvent, settleEvent, type WaitingEvent } from './queries.ts';
import type { Books } from './rest.ts';

/** Where events about payments go, and those about sellers' accounts. */
const ADDRESS = 'http://shop.invalid/api/webhooks/payments';
const ACCOUNTS_ADDRESS = 'http://shop.invalid/api/webhooks/payouts';
const POLL_MS = 1000;
const ANSWER_WITHIN_MS = 20_000;
/** Longer than a reply may take: if the process dies, the event is retried afterwards. */
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 3_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GIVE_UP_AFTER_MS = 3 * DAY_MS;
const KEEP_EVENTS_MS = 30 * DAY_MS;
const FORGOTTEN_AT_ONCE = 100;

/** Rung when something may have happened, so that this process delivers it right away. */
export type WakeUp = { ring(): void; listen(listener: () => void): () => void };

export type Delivery = { webhookSecret: string; deliver: FetchHandler; wakeUp: WakeUp; isOurs: () => boolean; onError: (error: unknown) => void };

export function createWakeUp(): WakeUp {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Delivers events one at a time: right away when this process's bell rings, and every second while polling is this process's job. */
export function startDeliveries(books: Books, delivery: Delivery): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> | null = null;
  let rung = false;
  let forgotAt = 0;

  const forgetOld = async (): Promise<void> => {
    const now = books.clock.now();
    if (now - forgotAt < HOUR_MS) return;
    forgotAt = now;
    await inBatches(FORGOTTEN_AT_ONCE, (limit) => forgetReplays(books.db, now - DAY_MS, limit));
    await inBatches(FORGOTTEN_AT_ONCE, (limit) => forgetEvents(books.db, now - KEEP_EVENTS_MS, limit));
  };

  const run = async (): Promise<void> => {
    try {
      do {
        rung = false;
        while (!stopped && (await deliverOne(books, delivery))) await nextTurn();
        // Runs before `rung` is checked: a ring meanwhile must not wait for the next poll.
        if (!stopped) await forgetOld();
      } while (rung && !stopped);
    } catch (error) {
      // A brief database failure must not end the deliveries: the next poll is a second away.
      delivery.onError(error);
    }
  };

  const look = (): void => {
    rung = true;
    if (stopped || running) return;
    running = run().finally(() => {
      running = null;
    });
  };

  const timer = setInterval(() => delivery.isOurs() && look(), POLL_MS);
  timer.unref();
  const unlisten = delivery.wakeUp.listen(look);
  if (delivery.isOurs()) look();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      unlisten();
      await running;
    },
  };
}

/** Delivers the event that has waited longest. Returns false when none is due. */
async function deliverOne({ db, clock }: Books, { webhookSecret, deliver }: Delivery): Promise<boolean> {
  const now = clock.now();
  const event = await nextDueEvent(db, now);
  if (!event) return false;
  // Another process has claimed it: go on to the next one.
  if (!(await claimEvent(db, event, now + LEASE_MS))) return true;
  const delivered = await withinTime(deliver(post(event, webhookSecret, now)));
  const after = clock.now();
  const tries = { createdAt: event.created_at, attempts: event.attempts + 1 };
  await settleEvent(db, event, delivered ? { deliveredAt: after, nextAttemptAt: null } : { deliveredAt: null, nextAttemptAt: nextAttempt(tries, after) });
  return true;
}

async function withinTime(answer: Promise<Response>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
  answer.then(
    (response) => resolve(response.ok),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(timer));
}

function post(event: WaitingEvent, webhookSecret: string, now: number): Request {
  return new Request(event.type.startsWith('account.') ? ACCOUNTS_ADDRESS : ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signEvent(event.body, webhookSecret, now) },
    body: event.body,
  });
}

/** Signs a message the way Stripe does: the time in seconds, and an HMAC of time and body. */
export function signEvent(body: string, webhookSecret: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmac(webhookSecret, `${t}.${body}`)}`;
}

/** Returns when to try again after this many failed tries; null after three days. */
export function nextAttempt(event: { createdAt: number; attempts: number }, now: number): number | null {
  const pause = Math.min(FIRST_PAUSE_MS * 3 ** Math.min(event.attempts - 1, 20), LONGEST_PAUSE_MS);
  return now + pause - event.createdAt > GIVE_UP_AFTER_MS ? null : now + pause;
}
