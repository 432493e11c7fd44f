import { randomUUID } from 'node:crypto';
import { createClient } from '#test/support/world/client.ts';
import { mustSucceed } from '../test/support/world/calls.ts';
import { PASSWORD } from '../test/support/world/values.ts';
import { type Asker, listingsOnSale, signedIn } from './asking.ts';
import type { Visit } from './load/visits.ts';
import { BUYER_PHONE, BUYERS, buyerEmail } from './shop/people.ts';

/** What a write leaves: a row in this table, with the id that its reply names. */
export type Written = { table: 'orders' | 'conversation_messages' | 'offers'; idIn(body: string): string };

const WRITERS = 16;
/** More people, because each may have a hundred unpaid bookings, less a few for the rounding of turns. */
const BOOKERS = 80;
const BOOKINGS_EACH = 96;
const CONVERSATIONS_EACH = 4;
/** More people, because each may have 20 offers open. */
const BIDDERS = 48;
const OFFERS_EACH = 20;
const OFFERED = 0.7;

const writtenIn = (table: Written['table'], name: string): Written => ({
  table,
  idIn: (body) => String((JSON.parse(body) as Record<string, unknown>)[name]),
});

export const BOOKED: Written = writtenIn('orders', 'insertedId');
export const MESSAGED: Written = writtenIn('conversation_messages', '_id');
export const OFFERED_FOR: Written = writtenIn('offers', '_id');

/** A different listing or buyer each time, and never more than a buyer may have. */
export async function bookings(asker: Asker): Promise<Visit[]> {
  const listings = listingsOnSale(asker);
  const bookers = await signedIn(asker, BOOKERS);
  return Array.from({ length: Math.min(asker.count, listings.length * BOOKERS, BOOKERS * BOOKINGS_EACH) }, (_, nth) => {
    const booker = bookers[((nth % listings.length) + Math.floor(nth / listings.length)) % BOOKERS];
    return post('/api/bookings', booker?.token, { productId: listings[nth % listings.length]?.id, phone: BUYER_PHONE, meeting_location: 'The station' });
  });
}

/** In conversations begun before. */
export async function messages(asker: Asker): Promise<Visit[]> {
  const listings = listingsOnSale({ ...asker, count: WRITERS * CONVERSATIONS_EACH });
  const writers = await signedIn(asker, WRITERS);
  const begun: { path: string; token: string | undefined }[] = [];
  for (const [nth, { id }] of listings.entries()) {
    const writer = writers[nth % WRITERS];
    const { body } = mustSucceed(await createClient(asker.url).call('POST', '/api/conversations', { productId: id }, bearer(writer?.token)), 'beginning');
    begun.push({ path: `/api/conversations/${(body as { _id: string })._id}/messages`, token: writer?.token });
  }
  return Array.from({ length: asker.count }, (_, nth) => {
    const { path, token } = begun[nth % begun.length] ?? { path: '', token: '' };
    return post(path, token, { clientId: randomUUID(), text: `Is it still there? I could come today, at ${nth % 24} o’clock.` });
  });
}

export async function offers(asker: Asker): Promise<Visit[]> {
  const listings = listingsOnSale({ ...asker, count: BIDDERS * OFFERS_EACH });
  const bidders = await signedIn(asker, BIDDERS);
  return listings.map(({ id, price_cents }, nth) => {
    const price = Math.max(1, Math.floor((price_cents * OFFERED) / 100));
    return post('/api/offers', bidders[nth % bidders.length]?.token, { productId: id, price, phone: BUYER_PHONE, meeting_location: 'The station' });
  });
}

export function signIns(): Visit[] {
  return Array.from({ length: BUYERS }, (_, nth) => ({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email: buyerEmail(nth), password: PASSWORD },
    follow: `/api/jwt?email=${encodeURIComponent(buyerEmail(nth))}`,
  }));
}

const post = (path: string, token: string | undefined, body: object): Visit => ({ method: 'POST', path, headers: bearer(token), body });

const bearer = (token = ''): Record<string, string> => ({ authorization: `Bearer ${token}` });
