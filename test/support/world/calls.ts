import { digitsAt, fromBase64Url, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { bookingInput, cardFields, intentIdOf, listingInput, PASSWORD } from './values.ts';

// What people do through the HTTP API, whatever carries their calls: `request…` returns the reply, the others their result.

export type Reply = { status: number; body: unknown };

/** Calls the API. Forms are sent as such, any other body as JSON. */
export type Caller<R extends Reply = Reply> = {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<R>;
};

export type Account = { email: string; name: string; role: 'buyer' | 'seller' };

export type CardProvider = { apiBase: string; publishableKey: string };

/** Creates an account and registers it in the shop. The person still needs a token. */
export async function signUp(person: Caller, { email, name, role }: Account): Promise<void> {
  await createAccount(person, { email, name });
  mustSucceed(await person.call('POST', '/api/users', { email, name, role }), 'registering');
}

/** Creates an account with the identity service, which the shop doesn't know yet. */
export async function createAccount(person: Caller, { email, name }: Omit<Account, 'role'>): Promise<void> {
  mustSucceed(await person.call('POST', '/api/auth/sign-up/email', { email, name, password: PASSWORD }), 'signing up');
}

/** Returns the reply when it is a 2xx. Throws with its status and body otherwise. */
export function mustSucceed<R extends Reply>(reply: R, what: string): R {
  const { status, body } = reply;
  if (status >= 200 && status < 300) return reply;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  throw new Error(`${what} was answered with ${status}: ${text.slice(0, 300)}`);
}

export async function logIn(person: Caller, email: string, password: string = PASSWORD): Promise<void> {
  mustSucceed(await person.call('POST', '/api/auth/sign-in/email', { email, password }), 'logging in');
}

/** Returns the access token of a logged-in person. */
export async function fetchToken(person: Caller, email: string): Promise<string> {
  const { body } = mustSucceed(await person.call('GET', `/api/jwt?email=${encodeURIComponent(email)}`), 'fetching a token');
  return (body as { token: string }).token;
}

/** Uploads a picture. Returns its address. */
export async function uploadPicture(seller: Caller, picture?: Uint8Array): Promise<string> {
  const { body } = mustSucceed(await requestUpload(seller, picture ?? (await pictureOf('png', 400, 400))), 'uploading a picture');
  return (body as { data: { display_url: string } }).data.display_url;
}

export function requestUpload<R extends Reply>(seller: Caller<R>, picture: Uint8Array, name = 'phone.png'): Promise<R> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(picture)]), name);
  return seller.call('POST', '/api/images', form);
}

/** Lists a phone; `changes` replace fields. Returns the listing's id. */
export async function listPhone(seller: Caller, changes: Record<string, unknown> = {}): Promise<string> {
  return insertedId(mustSucceed(await seller.call('POST', '/api/products', listingInput(changes)), 'listing a phone'));
}

export function insertedId({ body }: Reply): string {
  return (body as { insertedId: string }).insertedId;
}

/** Books a phone and pays for it. Returns the order's id. */
export async function buyPhone(buyer: Caller, listingId: string): Promise<string> {
  const orderId = await bookPhone(buyer, listingId);
  const transactionId = await payByCard(buyer, await reservePhone(buyer, orderId, await priceOf(buyer, orderId)));
  mustSucceed(await reportPayment(buyer, { listingId, orderId, transactionId }), 'reporting a payment');
  return orderId;
}

/** Hands a paid phone over, the seller typing a code of the buyer's page. */
export async function handOverPhone(buyer: Caller, seller: Caller, orderId: string): Promise<void> {
  const path = `/api/orders/${orderId}/handover`;
  const { secret, serverTime } = mustSucceed(await buyer.call('GET', path), 'reading the handover').body as { secret: string; serverTime: string };
  const [key, direction, madeAt] = [fromBase64Url(secret), 'handover', Date.parse(serverTime)] as const;
  // Of the step before: should the phone go back, the return's code may be entered within the same half minute.
  const code = { how: 'typed', digits: await digitsAt(key, stepAt(madeAt) - 1) };
  mustSucceed(await seller.call('POST', `${path}/code`, { direction, code, madeAt, offline: false }), 'typing the code');
  const mac = await macOfConfirmation(key, { orderId, direction, madeAt });
  mustSucceed(await buyer.call('POST', `${path}/confirmation`, { direction, madeAt, mac, offline: false }), 'confirming the phone');
}

/** Hands a paid phone over, and the buyer accepts it: the order is complete. */
export async function completeSale(buyer: Caller, seller: Caller, orderId: string): Promise<void> {
  await handOverPhone(buyer, seller, orderId);
  mustSucceed(await buyer.call('POST', `/api/orders/${orderId}/acceptance`), 'accepting the phone');
}

/** Books a phone. Returns the order's id. */
export async function bookPhone(buyer: Caller, listingId: string): Promise<string> {
  return insertedId(mustSucceed(await requestBooking(buyer, listingId), 'booking'));
}

export function requestBooking<R extends Reply>(buyer: Caller<R>, listingId: string): Promise<R> {
  return buyer.call('POST', '/api/bookings', bookingInput(listingId));
}

/** Pays a reserved order with a card that is accepted. Returns the payment's id. */
export async function payByCard(buyer: Caller, clientSecret: string): Promise<string> {
  mustSucceed(await requestCharge(buyer, clientSecret), 'paying by card');
  return intentIdOf(clientSecret);
}

/** Confirms a payment with a practice card, as the browser's card form does. Returns the card provider's reply. */
export async function requestCharge<R extends Reply>(
  buyer: Caller<R>,
  clientSecret: string,
  { card, provider }: { card?: string; provider?: CardProvider } = {},
): Promise<R> {
  const { apiBase, publishableKey } = provider ?? (await findCardProvider(buyer));
  const path = URL.canParse(apiBase) ? new URL(apiBase).pathname : apiBase;
  const form = new URLSearchParams({ client_secret: clientSecret, ...cardFields(card), return_url: '/dashboard/payment/order' });
  return buyer.call('POST', `${path}/payment_intents/${intentIdOf(clientSecret)}/confirm`, form, { authorization: `Bearer ${publishableKey}` });
}

export async function findCardProvider(caller: Caller): Promise<CardProvider> {
  const { body } = mustSucceed(await caller.call('GET', '/api/config'), 'reading the configuration');
  return (body as { payments: CardProvider }).payments;
}

/** Reserves a booked phone by opening its payment. Returns the client secret. */
export async function reservePhone(buyer: Caller, orderId: string, price: number): Promise<string> {
  const { body } = mustSucceed(await requestReservation(buyer, orderId, price), 'opening a payment');
  return (body as { clientSecret: string }).clientSecret;
}

export function requestReservation<R extends Reply>(buyer: Caller<R>, orderId: string, price: number | string): Promise<R> {
  return buyer.call('POST', '/api/create-payment-intent', { price, orderId });
}

/** The price of an order, in dollars. */
export async function priceOf(buyer: Caller, orderId: string): Promise<number> {
  const { body } = mustSucceed(await buyer.call('GET', `/api/payment/${orderId}`), 'reading an order');
  return (body as { price: number }).price;
}

/** Tells the shop that an order was paid. */
export function reportPayment<R extends Reply>(
  buyer: Caller<R>,
  { listingId, orderId, transactionId }: { listingId: string; orderId: string; transactionId: string },
): Promise<R> {
  return buyer.call('POST', `/api/payments/${listingId}`, { orderId, transactionId });
}
