import { createPracticeCards, type PracticeCards } from '#server/adapters/payments/practice/practice-cards.ts';
import type { PaymentIntent } from '#server/ports/payments.ts';
import { type Clock, createClock, MID_MONTH } from '#test/support/clock.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { cardFields } from '#test/support/world/values.ts';

export const SHOP = 'http://shop.test';
export const KEYS = { publishableKey: 'pk_test_practice', secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' };

export type RestReply = { status: number; headers: Headers; body: Record<string, unknown> & { error?: Record<string, unknown> } };
type Ask = { key?: string | null; idempotencyKey?: string; headers?: Record<string, string> };

export type PracticeShop = PracticeCards & {
  database: TestDatabase;
  clock: Clock;
  get(path: string, ask?: Ask): Promise<RestReply>;
  post(path: string, form: Record<string, string>, ask?: Ask): Promise<RestReply>;
  remove(path: string): Promise<RestReply>;
  /** An intent over 100 dollars, created like the shop does. */
  newIntent(amountCents?: number): Promise<PaymentIntent>;
  /** Confirms like a browser does. */
  confirm(intent: PaymentIntent, number: string, more?: Record<string, string>, ask?: Ask): Promise<RestReply>;
  close(): Promise<void>;
};

let orders = 0;

/** The practice card provider on a new database, called like a shop and like a browser. */
export async function openPracticeShop(): Promise<PracticeShop> {
  const database = await freshDatabase();
  const clock = createClock(MID_MONTH);
  const practice = createPracticeCards({ db: database.db, clock, ...KEYS });
  const address = (path: string) => `${SHOP}/practice-cards/v1${path}`;
  const post: PracticeShop['post'] = async (path, form, ask = {}) =>
    toReply(await practice.handle(new Request(address(path), { method: 'POST', headers: headersOf(ask), body: new URLSearchParams(form) })));
  return {
    ...practice,
    database,
    clock,
    post,
    remove: async (path) => toReply(await practice.handle(new Request(address(path), { method: 'DELETE', headers: headersOf({}) }))),
    get: async (path, ask = {}) => toReply(await practice.handle(new Request(address(path), { headers: headersOf(ask) }))),
    newIntent(amountCents = 10_000) {
      orders += 1;
      return practice.payments.createIntent({ amountCents, currency: 'usd', orderId: `order-${orders}`, idempotencyKey: `key-${orders}` });
    },
    confirm: (intent, number, more = {}, ask = {}) =>
      post(
        `/payment_intents/${intent.id}/confirm`,
        { client_secret: intent.clientSecret, ...cardFields(number), ...more },
        { key: KEYS.publishableKey, ...ask },
      ),
    close: () => database.drop(),
  };
}

async function toReply(response: Response): Promise<RestReply> {
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as RestReply['body'],
  };
}

function headersOf({ key = KEYS.secretKey, idempotencyKey, headers }: Ask): Record<string, string> {
  return {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...headers,
  };
}
