import { expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { createClient } from '#test/support/client.ts';
import { listingInput } from '#test/support/factories.ts';
import { pictureOf } from '#test/support/pictures.ts';

// What a test needs to have happened, done through the API, so that it can look at what comes of it.

type Client = ReturnType<typeof createClient>;
type Phone = { model_name: string; image: string; resale_price: string; mobile_number?: string };
type Priced = Pick<Listing, '_id' | 'resale_price'>;

const inserted = async (reply: ReturnType<Client['call']>): Promise<string> => {
  const { status, body } = await reply;
  expect(status).toBe(201);
  return (body as { insertedId: string }).insertedId;
};

/** Puts a picture into the shop; answers its address. */
export const uploadPicture = async (url: string, token: string): Promise<string> => {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(await pictureOf('png', 400, 400))]), 'phone.png');
  const response = await fetch(`${url}/api/images`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return ((await response.json()) as { data: { display_url: string } }).data.display_url;
};

/** Lists a phone; answers its id. */
export const list = (seller: Client, phone: Phone): Promise<string> => inserted(seller.call('POST', '/api/products', listingInput(phone)));

/** Books a phone; answers the order's id. */
export const book = (buyer: Client, listingId: string): Promise<string> =>
  inserted(buyer.call('POST', '/api/bookings', { productId: listingId, phone: '0800 BUYER', meeting_location: 'Main station, under the clock' }));

/** Books a phone and pays for it with a practice card; answers the order's id. */
export const buy = async (url: string, buyer: Client, { _id, resale_price }: Priced): Promise<string> => {
  const orderId = await book(buyer, _id);
  const opened = await buyer.call('POST', '/api/create-payment-intent', { price: resale_price, orderId });
  const { clientSecret } = opened.body as { clientSecret: string };
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  const { payments } = (await buyer.call('GET', '/api/config')).body as { payments: { publishableKey: string; apiBase: string } };
  const confirmed = await fetch(`${url}${payments.apiBase}/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  expect(confirmed.status).toBe(200);
  const notified = await buyer.call('POST', `/api/payments/${_id}`, { orderId, transactionId });
  expect([200, 201]).toContain(notified.status);
  return orderId;
};
