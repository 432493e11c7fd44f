import { sql } from 'kysely';
import type { Role } from '#contract/accounts/accounts.ts';
import { days } from '#contract/shared/durations.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import type { TestApp } from '#test/support/app.ts';
import { bookPhone, type Caller, listPhone, mustSucceed, priceOf, type Reply, reportPayment, requestCharge, reservePhone } from './calls.ts';
import { createClient } from './client.ts';
import { insertCategory, insertSignIn, insertUser, type PersonDetails } from './rows.ts';
import { createPicture } from './stored-pictures.ts';
import { intentIdOf } from './values.ts';

// The world of a test app: people are written directly to its database, what they do goes through its API.

export { intentIdOf, listingInput, specification } from './values.ts';

export type Person = { id: string; email: string; name: string; role: Role; token: string; sessionId: string };

/** A logged-in person with an account in the shop, as if they had just logged in. */
export async function createPerson(
  { services, clock }: TestApp,
  role: Role,
  { emailVerified = true, ...details }: PersonDetails & { emailVerified?: boolean } = {},
): Promise<Person> {
  const now = clock.now();
  const user = await insertUser(services.db, { ...details, role, now });
  const sessionId = await insertSignIn(services.db, { ...user, emailVerified, now });
  const token = await signToken({ email: user.email, sessionId, emailVerified }, services.tokenSecret, now);
  return { ...user, token, sessionId };
}

/** A token with the clock's present time, as if the person had just logged in, so that calls requiring recent proof succeed. */
export async function tokenNow({ services, clock }: TestApp, { email, sessionId }: Person): Promise<string> {
  await sql`update identity_sessions set "provenAt" = ${clock.now()} where "id" = ${sessionId}`.execute(services.db);
  return signToken({ email, sessionId, emailVerified: true }, services.tokenSecret, clock.now());
}

/** Time passes, and these people log in again. */
export async function passTime(test: TestApp, ms: number, people: Person[]): Promise<void> {
  test.clock.advance(ms);
  const [now, week] = [test.clock.now(), test.clock.now() + days(7)].map((at) => new Date(at).toISOString());
  for (const person of people) {
    await sql`update identity_sessions set "createdAt" = ${now}, "expiresAt" = ${week} where "id" = ${person.sessionId}`.execute(test.services.db);
    person.token = await tokenNow(test, person);
  }
}

/** Lists a phone with its own picture. Returns the listing's id. */
export async function createListing(test: TestApp, seller: Person, changes: Record<string, unknown> = {}): Promise<string> {
  await createCategory(test, String(changes.name ?? 'Samsung'));
  return listPhone(callerOf(test, seller), { image: changes.image ?? (await createPicture(test.services.db)), ...changes });
}

/** Adds a brand to the shop. Returns its id. */
export function createCategory({ services }: TestApp, name = 'Samsung'): Promise<string> {
  return insertCategory(services.db, name);
}

/** Calls a test app with this person's token. */
export function callerOf({ app }: Pick<TestApp, 'app'>, { token }: Pick<Person, 'token'>): Caller {
  const client = createClient({ app });
  client.token = token;
  return client;
}

/** Ends a paid order as if its phone had been handed over and its seller paid. */
export async function completeOrder({ services: { db }, clock }: Pick<TestApp, 'services' | 'clock'>, orderId: string): Promise<void> {
  const now = clock.now();
  await db.updateTable('orders').set({ paid_out_at: now }).where('id', '=', orderId).execute();
  await db.updateTable('fulfillments').set({ state: 'completed', due_at: null, handed_over_at: now, ended_at: now }).where('order_id', '=', orderId).execute();
}

/** Books a phone and pays for it. Returns the order's id. */
export async function sellTo(test: TestApp, buyer: Person, listingId: string): Promise<string> {
  const orderId = await createOrder(test, buyer, listingId);
  const clientSecret = await beginPayment(test, buyer, orderId);
  await payWithCard(test, clientSecret);
  mustSucceed(await reportPaid(test, buyer, { listingId, orderId, clientSecret }), 'reporting a payment');
  return orderId;
}

/** Books a phone. Returns the order's id. */
export function createOrder(test: TestApp, buyer: Person, listingId: string): Promise<string> {
  return bookPhone(callerOf(test, buyer), listingId);
}

/** Opens a payment for an order, at its price. Returns its client secret. */
export async function beginPayment(test: TestApp, buyer: Person, orderId: string, price?: number): Promise<string> {
  const caller = callerOf(test, buyer);
  return reservePhone(caller, orderId, price ?? (await priceOf(caller, orderId)));
}

/** Pays with a practice card. Returns the card provider's reply. */
export async function payWithCard(test: TestApp, clientSecret: string, card?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const provider = { apiBase: '/practice-cards/v1', publishableKey: test.services.payments.publishableKey };
  const { status, body } = await requestCharge(createClient(test), clientSecret, { card, provider });
  return { status, body: body as Record<string, unknown> };
}

/** Tells the shop that an order was paid. */
export function reportPaid(
  test: TestApp,
  buyer: Person,
  { listingId, orderId, clientSecret }: { listingId: string; orderId: string; clientSecret: string },
): Promise<Reply> {
  return reportPayment(callerOf(test, buyer), { listingId, orderId, transactionId: intentIdOf(clientSecret) });
}

/** Frees every reserved phone and deletes the reservations: for tests in which one person stands for many. */
export async function freeReservations({ services: { db } }: Pick<TestApp, 'services'>): Promise<void> {
  await db.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('reserved_by', 'is not', null).execute();
  await db.deleteFrom('reservations').execute();
}
