import { parentPort, workerData } from 'node:worker_threads';
import { pictureOf } from '../support/pictures.ts';
import { insertedId, mustSucceed, payByCard, priceOf, requestBooking, requestReservation, requestUpload } from '../support/world/calls.ts';
import { listingInput, PASSWORD } from '../support/world/values.ts';
import { type Client, createClient, type Reply } from './client.ts';
import { type Person, signUp } from './people.ts';

/** One of the visitor's replies, by purpose; `fault` says what was wrong with it. */
export type Sample = { kind: string; millis: number; fault: string | null };
/** `round`: the visitor has completed another round. */
export type FromVisitor = { ready: true } | { round: true } | { sample: Sample } | { broken: string };

const { port, pairs } = workerData as { port: number; pairs: number };
const BETWEEN_MS = 60;
const BUYS_EACH = 6;

function report(message: FromVisitor): void {
  parentPort?.postMessage(message);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Pair = { seller: Person; buyer: Person };

/** Runs in its own thread, so that the attackers' computing doesn't count as the shop's delay. */
async function visit(): Promise<void> {
  const everybody: Pair[] = [];
  for (let number = 0; number < pairs; number++) everybody.push(await makePair(number));
  const reader = createClient(port, '127.9.0.1');
  const photo = await pictureOf('jpeg', 1600, 1200);
  const listings = await listingsOnSale(reader);
  report({ ready: true });
  for (let number = 0; ; number++) {
    const pair = everybody[Math.floor(number / BUYS_EACH) % everybody.length];
    if (!pair) throw new Error('a visitor needs an account');
    const listing = listings[number % listings.length] ?? '';
    await Promise.all([read(reader, listing), trade(pair, photo)]);
    report({ round: true });
  }
}

async function makePair(number: number): Promise<Pair> {
  const at = (last: number): Client => createClient(port, `127.9.${number + 1}.${last}`);
  return {
    seller: await signUp(at(1), { email: `visiting-seller-${number}@example.test`, role: 'seller' }),
    buyer: await signUp(at(2), { email: `visiting-buyer-${number}@example.test`, role: 'buyer' }),
  };
}

async function listingsOnSale(reader: Client): Promise<string[]> {
  const { body } = mustSucceed(await reader.ask('GET', '/api/products?limit=50'), 'reading what is on sale');
  return (body as { _id: string }[]).map(({ _id }) => _id);
}

function hear(kind: string, reply: Reply): Reply {
  const isFine = reply.status >= 200 && reply.status < 300;
  report({ sample: { kind, millis: reply.millis, fault: isFine ? null : `${kind}: ${reply.status} ${reply.text.slice(0, 160)}` } });
  return reply;
}

async function read(reader: Client, listing: string): Promise<void> {
  const { body } = hear('listing data', await reader.ask('GET', `/api/selectedProducts/${listing}`));
  const { image = '' } = (body ?? {}) as { image?: string };
  for (const [kind, path] of [
    ['home', '/'],
    ['category', '/category/Samsung'],
    ['listing', `/selected-items-details/${listing}`],
    ['picture', image],
    ['search', '/api/searchProducts?search=pixel&limit=24'],
  ] as const) {
    await pause(BETWEEN_MS);
    if (path.startsWith('/')) hear(kind, await reader.ask('GET', path));
  }
}

/** The seller lists a phone with a photo; the buyer logs in, books it and pays. */
async function trade({ seller, buyer }: Pair, photo: Buffer): Promise<void> {
  const { email } = buyer;
  hear('log in', await buyer.client.ask('POST', '/api/auth/sign-in/email', { json: { email, password: PASSWORD } }));
  const { body } = hear('token', await buyer.client.ask('GET', `/api/jwt?email=${encodeURIComponent(email)}`));
  buyer.client.token = (body as { token?: string } | null)?.token ?? buyer.client.token;
  const uploaded = hear('upload', await requestUpload(seller.client, photo));
  const image = (uploaded.body as { data?: { display_url: string } } | null)?.data?.display_url;
  const listed = hear('list a phone', await seller.client.ask('POST', `/api/products?email=${seller.email}`, { json: listingInput({ image }) }));
  if (listed.status !== 201) return;
  const id = insertedId(listed);
  await pause(BETWEEN_MS);
  const booked = hear('book', await requestBooking(buyer, id));
  if (booked.status !== 201) return;
  const orderId = insertedId(booked);
  const opened = hear('reserve', await requestReservation(buyer, orderId, await priceOf(buyer, orderId)));
  if (opened.status !== 200) return;
  const transactionId = await payByCard(buyer, (opened.body as { clientSecret: string }).clientSecret).catch((error: Error) => error.message);
  hear('pay', await buyer.client.ask('POST', `/api/payments/${id}`, { json: { orderId, transactionId } }));
}

visit().catch((error: unknown) => report({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
