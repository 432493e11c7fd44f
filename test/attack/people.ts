import { listingInput } from '../support/factories.ts';
import { patchesAtRandom } from '../support/pictures.ts';
import type { Client, Reply } from './client.ts';

export const PASSWORD = 'practice123';

export type Person = { email: string; client: Client };

/** Signs somebody up, follows the mail that asks whether the address is theirs, and fetches their access token. Throws when the shop refuses. */
export async function signUp(client: Client, { email, name = 'Alex Doe', role }: { email: string; name?: string; role: 'buyer' | 'seller' }): Promise<Person> {
  mustSucceed(await client.ask('POST', '/api/auth/sign-up/email', { json: { email, name, password: PASSWORD } }), 'signing up');
  mustSucceed(await client.ask('POST', '/api/users', { json: { email, name, role } }), 'registering');
  await confirmAddress(client, email);
  await renewToken(client, email);
  return { email, client };
}

export async function signIn(client: Client, email: string, password = PASSWORD): Promise<Person> {
  mustSucceed(await client.ask('POST', '/api/auth/sign-in/email', { json: { email, password } }), 'logging in');
  await renewToken(client, email);
  return { email, client };
}

export async function renewToken(client: Client, email: string): Promise<void> {
  const reply = mustSucceed(await client.ask('GET', `/api/jwt?email=${encodeURIComponent(email)}`), 'asking for a token');
  client.token = (reply.json as { token: string }).token;
}

type Mail = { to: string; subject: string; text: string };

export async function mailsTo(client: Client, email: string): Promise<Mail[]> {
  const { json } = await client.ask('GET', '/api/mailbox');
  return (Array.isArray(json) ? (json as Mail[]) : []).filter(({ to }) => to === email);
}

/** The first link in a mail to somebody whose address holds this; waits some seconds for the mail. */
export async function linkTo(client: Client, email: string, part: string): Promise<URL | null> {
  for (let tries = 0; tries < 40; tries++) {
    for (const { text } of await mailsTo(client, email)) {
      const link = text.split(/\s+/u).find((word) => URL.canParse(word) && word.includes(part));
      if (link) return new URL(link);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

async function confirmAddress(client: Client, email: string): Promise<void> {
  const link = await linkTo(client, email, '/verify-email');
  if (!link) throw new Error(`no mail asks ${email} to confirm the address`);
  await client.ask('POST', link.pathname + link.search, { form: new URLSearchParams() });
}

export async function upload(client: Client, picture: Buffer, name = 'phone.jpg'): Promise<Reply> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(picture)]), name);
  return client.ask('POST', '/api/images', { form });
}

export async function uploadPatches(client: Client): Promise<string> {
  const reply = mustSucceed(await upload(client, await patchesAtRandom(), 'phone.png'), 'uploading a picture');
  return (reply.json as { data: { display_url: string } }).data.display_url;
}

/** Lists a phone at $289; answers its id. */
export async function listPhone({ client, email }: Person, changes: Record<string, unknown> = {}): Promise<string> {
  const image = await uploadPatches(client);
  const reply = await client.ask('POST', `/api/products?email=${email}`, { json: listingInput({ image, ...changes }) });
  return insertedId(mustSucceed(reply, 'listing a phone'));
}

export async function book({ client }: Person, productId: string): Promise<Reply> {
  return client.ask('POST', '/api/bookings', { json: { productId, phone: '+1 555 0123', meeting_location: 'Main station' } });
}

export async function reserve({ client }: Person, orderId: string, price: number | string): Promise<Reply> {
  return client.ask('POST', '/api/create-payment-intent', { json: { price, orderId } });
}

/** Pays a reserved order with a practice card; answers the payment's id. */
export async function pay({ client }: Person, clientSecret: string): Promise<string> {
  const { json } = await client.ask('GET', '/api/config');
  const { apiBase, publishableKey } = (json as { payments: { apiBase: string; publishableKey: string } }).payments;
  const intent = clientSecret.split('_secret_')[0] ?? '';
  const form = new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' });
  const path = URL.canParse(apiBase) ? new URL(apiBase).pathname : apiBase;
  const reply = await client.ask('POST', `${path}/payment_intents/${intent}/confirm`, {
    form,
    headers: { authorization: `Bearer ${publishableKey}`, origin: null },
  });
  mustSucceed(reply, 'confirming a payment');
  return intent;
}

/** Books, reserves and pays for a phone; answers the order's id. */
export async function buy(buyer: Person, productId: string): Promise<string> {
  const orderId = insertedId(mustSucceed(await book(buyer, productId), 'booking'));
  const opened = mustSucceed(await reserve(buyer, orderId, await priceOf(buyer, orderId)), 'beginning to pay');
  const transactionId = await pay(buyer, (opened.json as { clientSecret: string }).clientSecret);
  mustSucceed(await buyer.client.ask('POST', `/api/payments/${productId}`, { json: { orderId, transactionId } }), 'telling of the payment');
  return orderId;
}

export async function priceOf({ client }: Person, orderId: string): Promise<number> {
  const { json } = mustSucceed(await client.ask('GET', `/api/payment/${orderId}`), 'reading an order');
  return (json as { price: number }).price;
}

export function insertedId({ json }: Reply): string {
  return (json as { insertedId: string }).insertedId;
}

/** The reply, when it is one of success; throws with what it says otherwise. */
export function mustSucceed(reply: Reply, what: string): Reply {
  if (reply.status < 200 || reply.status >= 300) throw new Error(`${what} was answered with ${reply.status}: ${reply.text.slice(0, 300)}`);
  return reply;
}
