import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Role } from '#contract/accounts/accounts.ts';
import { fieldOf, forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/listings.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { toNameKey } from '#server/features/catalog/index.ts';
import type { TestApp } from './app.ts';
import { createPicture, FRONT } from './stored-pictures.ts';

const WEEK_MS = 7 * 86_400_000;

export type Person = { id: string; email: string; name: string; role: Role; token: string; sessionId: string };

let people = 0;

/** A signed-in person with an account in the shop. Their sign-in is a row of built-in identity, as if they had just signed in. */
export const createPerson = async (
  { services, clock }: TestApp,
  role: Role,
  details: { name?: string; email?: string; verified?: boolean; emailVerified?: boolean; since?: number } = {},
): Promise<Person> => {
  const number = ++people;
  const { name = `Person ${number}`, email = `person${number}@example.test`, verified = false, emailVerified = true } = details;
  const [id, identityId, sessionId] = [uuid(), uuid(), uuid()];
  const now = clock.now();
  const [made, ends] = [new Date(now).toISOString(), new Date(now + WEEK_MS).toISOString()];
  await services.db
    .insertInto('users')
    .values({ id, email, name, role, verified_at: verified ? now : null, removed_at: null, created_at: details.since ?? now })
    .execute();
  await sql`insert into identity_users ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") values (${identityId}, ${name}, ${email}, ${emailVerified}, ${made}, ${made})`.execute(
    services.db,
  );
  await sql`insert into identity_sessions ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId") values (${sessionId}, ${ends}, ${uuid()}, ${made}, ${made}, ${identityId})`.execute(
    services.db,
  );
  const token = await signToken({ email, sessionId, emailVerified }, services.tokenSecret, now);
  return { id, email, name, role, token, sessionId };
};

/** A token for the clock's present moment, as if they had just logged in: also what asks for a recent proof is theirs to do. */
export const tokenNow = async ({ services, clock }: TestApp, { email, sessionId }: Person): Promise<string> => {
  await sql`update identity_sessions set "provenAt" = ${clock.now()} where "id" = ${sessionId}`.execute(services.db);
  return signToken({ email, sessionId, emailVerified: true }, services.tokenSecret, clock.now());
};

/** A brand of the shop. */
export const createCategory = async ({ services }: TestApp, name = 'Samsung'): Promise<string> => {
  const id = uuid();
  await services.db
    .insertInto('categories')
    .values({ id, name, name_key: toNameKey(name), img: `/brands/${toNameKey(name)}.svg`, position: 1 })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute();
  return id;
};

export const specification = (): Record<string, string> => Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, `${key} as the seller says`]));

/** What a seller sends to list a phone, each text of the table included; `changes` replace fields. */
export const listingInput = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Samsung',
  image: FRONT,
  ...forEachKey(TEXT_KEYS, (key) => `${fieldOf(key).label} as the seller says`),
  location: 'Porto',
  brand: 'Samsung',
  model_name: 'Galaxy S21',
  resale_price: '289',
  original_price: '$799.00',
  year_of_use: '2',
  condition: 'Good',
  purchase_year: '2022',
  mobile_number: '+351 900 000 001',
  description: 'A phone that was looked after.',
  color: 'Phantom Gray',
  storage: '128 GB',
  specification: specification(),
  ...changes,
});

/** Lists a phone through the API, with a picture of its own; answers its id. */
export const createListing = async (test: TestApp, seller: Person, changes: Record<string, unknown> = {}): Promise<string> => {
  await createCategory(test, String(changes.name ?? 'Samsung'));
  const input = listingInput({ image: changes.image ?? (await createPicture(test.services.db)), ...changes });
  const { status, body } = await test.call('POST', `/products?email=${seller.email}`, { as: seller.token, body: input });
  if (status !== 201) throw new Error(`listing a phone answered ${status}: ${JSON.stringify(body)}`);
  return (body as { insertedId: string }).insertedId;
};

/** Books a phone through the API; answers the order's id. */
export const createOrder = async (test: TestApp, buyer: Person, listingId: string): Promise<string> => {
  const { status, body } = await test.call('POST', '/bookings', {
    as: buyer.token,
    body: { productId: listingId, phone: '+351 911 111 111', meeting_location: 'Station hall' },
  });
  if (status !== 201) throw new Error(`booking answered ${status}: ${JSON.stringify(body)}`);
  return (body as { insertedId: string }).insertedId;
};

/** Opens a payment for an order; answers its client secret. */
export const beginPayment = async (test: TestApp, buyer: Person, orderId: string, price = 289): Promise<string> => {
  const { status, body } = await test.call('POST', '/create-payment-intent', { as: buyer.token, body: { price, orderId } });
  if (status !== 200) throw new Error(`opening a payment answered ${status}: ${JSON.stringify(body)}`);
  return (body as { clientSecret: string }).clientSecret;
};

/** Frees every phone that is reserved, and forgets that it was: for tests in which one person stands for many. */
export const freeReservations = async ({ services: { db } }: Pick<TestApp, 'services'>): Promise<void> => {
  await db.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('reserved_by', 'is not', null).execute();
  await db.deleteFrom('reservations').execute();
};

/** The intent's id inside a client secret. */
export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Pays with a practice card, as the browser's card form does; answers what the card provider says. */
export const payWithCard = async (
  test: TestApp,
  clientSecret: string,
  number = '4242424242424242',
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await test.app.inject({
    method: 'POST',
    url: `/practice-cards/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`,
    headers: { authorization: `Bearer ${test.services.payments.publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      return_url: '/dashboard/payment/order',
    }).toString(),
  });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
};

/** Tells the shop that an order was paid. */
export const reportPaid = (test: TestApp, buyer: Person, { listingId, orderId, clientSecret }: { listingId: string; orderId: string; clientSecret: string }) =>
  test.call('POST', `/payments/${listingId}`, {
    as: buyer.token,
    body: { orderId, transactionId: intentIdOf(clientSecret), email: buyer.email, price: 289, phone: 'any', buyerName: 'any', ProductName: 'any' },
  });

/** Books and pays a phone, all the way. */
export const sellTo = async (test: TestApp, buyer: Person, listingId: string): Promise<string> => {
  const orderId = await createOrder(test, buyer, listingId);
  const clientSecret = await beginPayment(test, buyer, orderId);
  await payWithCard(test, clientSecret);
  const { status } = await reportPaid(test, buyer, { listingId, orderId, clientSecret });
  if (status !== 201 && status !== 200) throw new Error(`telling of a payment answered ${status}`);
  return orderId;
};
