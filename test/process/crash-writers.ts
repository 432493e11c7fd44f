import { setTimeout as wait } from 'node:timers/promises';
import { pictureOf } from '#test/support/pictures.ts';
import { requestCharge } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { bookingInput, intentIdOf, listingInput, PASSWORD, PRICE } from '#test/support/world/values.ts';

export const KINDS = ['listings', 'orders', 'payments', 'reports', 'decisions', 'pictures'] as const;

/** The ids, and for pictures the addresses, of what the shop acknowledged. */
export type Acknowledged = Record<(typeof KINDS)[number], Set<string>>;

type Person = { email: string; token: string };
type People = { seller: Person; buyer: Person; admin: Person };

const [SELLER, BUYER, ADMIN] = ['seller@example.test', 'buyer@example.test', 'admin@example.test'] as const;

/** Settings for a shop that has the admin who is among its people. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD };

type Answer = { insertedId?: string; clientSecret?: string; data?: { display_url: string }; message?: string };
type Send = (path: string, as: Person, body: object) => Promise<Answer | null>;

/** One in this many phones is reported. */
const REPORTED = 4;

/** Well below the unpaid bookings that one account may have. */
const MOST_UNPAID = 50;

const LOOK_MS = 50;

let photo: Promise<Blob> | undefined;

type Work = () => Promise<void>;

export function nothingAcknowledged(): Acknowledged {
  return {
    listings: new Set(),
    orders: new Set(),
    payments: new Set(),
    reports: new Set(),
    decisions: new Set(),
    pictures: new Set(),
  };
}

/** Signs people up in a shop that was started `WITH_ADMIN`. */
export async function signUpPeople(url: string): Promise<People> {
  return {
    seller: await signUp(url, SELLER, 'seller'),
    buyer: await signUp(url, BUYER, 'buyer'),
    admin: await signIn(url, ADMIN),
  };
}

const signUp = async (url: string, email: string, role: 'buyer' | 'seller'): Promise<Person> => ({ email, token: await createClient(url).signUp(email, role) });

const signIn = async (url: string, email: string): Promise<Person> => ({ email, token: await createClient(url).signIn(email, PASSWORD) });

export async function signInAgain(url: string): Promise<People> {
  return {
    seller: await signIn(url, SELLER),
    buyer: await signIn(url, BUYER),
    admin: await signIn(url, ADMIN),
  };
}

/** Lists, books, pays, reports, decides and uploads until told to stop or the shop is gone, and records what was acknowledged. */
export async function writeUntil(url: string, people: People, acknowledged: Acknowledged, isOver: () => boolean): Promise<{ refused: string[] }> {
  const refused: string[] = [];
  let isGone = false;
  const repeat = async (work: Work): Promise<void> => {
    // A killed shop no longer replies, and nothing unanswered was acknowledged. A worker without anything to do must check this too.
    while (!isOver() && !isGone)
      try {
        await work();
      } catch {
        isGone = true;
      }
  };
  const works = workers(url, people, { acknowledged, send: sendTo(url, refused) });
  await Promise.all(works.map(repeat));
  return { refused };
}

/** Each worker does one person's job, one of them a visitor's: orders are paid once booked, phones booked or reported once listed, and put under review once reported. */
function workers(url: string, { seller, buyer, admin }: People, { acknowledged, send }: { acknowledged: Acknowledged; send: Send }) {
  const toBook: string[] = [];
  const toReport: string[] = [];
  const toReview: string[] = [];
  const toPay: { productId: string; orderId: string }[] = [];

  const list: Work = async () => {
    const id = (await send(`/products?email=${seller.email}`, seller, listingInput()))?.insertedId;
    if (id === undefined) return;
    acknowledged.listings.add(id);
    // Each phone is either sold or reported, never both.
    if (acknowledged.listings.size % REPORTED === 0) toReport.push(id);
    else toBook.push(id);
  };
  const book: Work = async () => {
    const productId = toPay.length < MOST_UNPAID ? toBook.shift() : undefined;
    if (productId === undefined) return nothingToDo();
    const orderId = (await send('/bookings', buyer, bookingInput(productId)))?.insertedId;
    if (orderId === undefined) return;
    acknowledged.orders.add(orderId);
    toPay.push({ productId, orderId });
  };
  const pay: Work = async () => {
    const order = toPay.shift();
    if (order === undefined) return nothingToDo();
    const { orderId, productId } = order;
    const clientSecret = (await send('/create-payment-intent', buyer, { price: PRICE, orderId }))?.clientSecret;
    if (clientSecret === undefined || (await requestCharge(createClient(url), clientSecret)).status !== 200) return;
    const paid = await send(`/payments/${productId}`, buyer, { orderId, transactionId: intentIdOf(clientSecret) });
    if (paid?.insertedId !== undefined) acknowledged.payments.add(paid.insertedId);
  };
  const report: Work = async () => {
    const _id = toReport.shift();
    if (_id === undefined) return nothingToDo();
    const id = (await send('/reportedItems', buyer, { _id, reason: 'fake', note: 'The box is another’s.' }))?.insertedId;
    if (id === undefined) return;
    acknowledged.reports.add(id);
    toReview.push(_id);
  };
  const decide: Work = async () => {
    const listingId = toReview.shift();
    if (listingId === undefined) return nothingToDo();
    const id = (await send('/decisions', admin, { kind: 'hold', listingId, reason: 'Show us the box.' }))?.insertedId;
    if (id !== undefined) acknowledged.decisions.add(id);
  };
  const upload: Work = async () => {
    const form = new FormData();
    form.append('image', await photoToSend(), 'phone.jpg');
    const address = (await send('/images', seller, form))?.data?.display_url;
    if (address !== undefined) acknowledged.pictures.add(address);
  };
  // What lists need of a phone is stored after they showed it, while others book and report it.
  const look: Work = async () => {
    await (await fetch(`${url}/api/products?limit=100`)).arrayBuffer();
    await wait(LOOK_MS);
  };
  return [list, list, list, book, book, pay, report, decide, upload, look];
}

const nothingToDo: Work = () => wait(5);

/** Created once for all rounds, whose time is short. */
function photoToSend(): Promise<Blob> {
  photo ??= pictureOf('jpeg', 400, 300).then((bytes) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  return photo;
}

function sendTo(url: string, refused: string[]): Send {
  return async (path, { token }, body) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) };
    const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
    const answer = (await reply.json()) as Answer;
    if (reply.ok) return answer;
    refused.push(`${reply.status} ${path}: ${answer.message ?? ''}`);
    return null;
  };
}
