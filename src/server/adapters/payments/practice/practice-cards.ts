import type { FetchHandler } from '../../../http/fetch-handler.ts';
import type { PaymentProvider, PracticeBank } from '../../../ports/payments.ts';
import type { PayoutService } from '../../../ports/payouts.ts';
import { createStripePayouts } from '../../payouts/stripe.ts';
import { createStripePayments } from '../stripe.ts';
import { createChallenge } from './challenge.ts';
import { createWakeUp, startDeliveries } from './deliveries.ts';
import { createFaultyFetch, type Misbehave } from './faults.ts';
import { createOnboarding } from './onboarding.ts';
import { type Books, createRest, type Keys } from './rest.ts';

export type PracticeCardsOptions = Books &
  Keys & {
    webhookSecret: string;
    /** Notified of errors outside requests. */
    onError?: (error: unknown) => void;
    /** Makes the shop's calls fail; for tests. */
    misbehave?: Misbehave;
    timeoutMs?: number;
    retries?: number;
  };

export type PracticeCards = {
  /** Handles every request below `/practice-cards`. */
  handle: FetchHandler;
  payments: PaymentProvider;
  payouts: PayoutService;
  bank: PracticeBank;
  /**
   * Sends events about intents to the shop until stopped; `stop` waits for the message under way. Polls for events from other processes while
   * `isOurs` returns true.
   */
  deliverEvents(deliver: FetchHandler, isOurs?: () => boolean): { stop(): Promise<void> };
};

const ROOT = '/practice-cards';
/** Stands for the shop in calls within this process. */
const INSIDE = 'http://shop.invalid';

/** A card provider inside the shop that speaks Stripe's REST API and moves no money. */
export function createPracticeCards(options: PracticeCardsOptions): PracticeCards {
  const { db, clock, publishableKey, secretKey, webhookSecret, onError = () => {}, misbehave, timeoutMs, retries, funds } = options;
  const books: Books = { db, clock, funds };
  const wakeUp = createWakeUp();
  const rest = createRest(books, { publishableKey, secretKey }, wakeUp.ring);
  const challenge = createChallenge(books, wakeUp.ring);
  const onboarding = createOnboarding(books, secretKey, wakeUp.ring);

  const handle: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${ROOT}/challenge`)) return challenge(request);
    if (pathname.startsWith(`${ROOT}/onboarding`)) return onboarding(request);
    if (pathname.startsWith(`${ROOT}/v1/`)) return rest(request);
    return new Response('We couldn’t find this.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  };

  /** Handles the Stripe library's calls in this process instead of sending them to Stripe. */
  const fetchInside: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return handle(new Request(`${INSIDE}${ROOT}${pathname}${search}`, init));
  };

  const access = {
    ...{ kind: 'practice' as const, secretKey, webhookSecret, clock },
    fetch: misbehave ? createFaultyFetch(fetchInside, misbehave) : fetchInside,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retries !== undefined && { retries }),
  };

  return {
    handle,
    bank: createBank(handle, secretKey),
    payments: createStripePayments({ ...access, publishableKey, apiBase: `${ROOT}/v1` }),
    // Browsers reach the page on whichever address they opened the shop.
    payouts: createStripePayouts({ ...access, shopUrl: () => INSIDE, toBrowserUrl: (url) => url.slice(INSIDE.length) }),
    deliverEvents: (deliver, isOurs = () => true) => startDeliveries(books, { webhookSecret, deliver, wakeUp, isOurs, onError }),
  };
}

/** Makes the API calls that only a bank, or whoever answers a bank's dispute, would make. */
function createBank(handle: FetchHandler, secretKey: string): PracticeBank {
  const post = async (path: string, form: Record<string, string>): Promise<{ id: string; status: string }> => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const reply = await handle(new Request(`${INSIDE}${ROOT}/v1/disputes${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }));
    const body = (await reply.json()) as { id: string; status: string; error?: { message: string } };
    if (!reply.ok) throw new Error(body.error?.message ?? `the practice cards answered ${reply.status}`);
    return body;
  };
  return {
    open: async (intentId, cents) => (await post('', { payment_intent: intentId, ...(cents !== undefined && { amount: String(cents) }) })).id,
    answer: async (disputeId, evidence) => (await post(`/${disputeId}`, { 'evidence[uncategorized_text]': evidence })).status,
  };
}
