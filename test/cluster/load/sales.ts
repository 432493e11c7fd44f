import { setTimeout as wait } from 'node:timers/promises';
import { digitsAt, fromBase64Url, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import { type CardProvider, insertedId, reportPayment, requestBooking, requestCharge, requestReservation } from '#test/support/world/calls.ts';
import { intentIdOf, listingInput, PRICE } from '#test/support/world/values.ts';
import type { Journal } from './journal.ts';
import { type Actor, insist } from './people.ts';

export type Trade = { journal: Journal; provider: CardProvider; seller: Actor; buyers: [Actor, Actor]; isOver: () => boolean };

/** Between two steps of a person. */
const PAUSE_MS = 30;

/** Lists phones one after another; two people want each, one gets it, pays and takes it home. */
export async function tradePhones(trade: Trade): Promise<void> {
  while (!trade.isOver()) {
    await tradeOne(trade);
    await wait(PAUSE_MS);
  }
}

async function tradeOne(trade: Trade): Promise<void> {
  const { journal, seller, buyers } = trade;
  const listed = await insist(trade, 'listings', () => seller.call('POST', `/api/products?email=${seller.email}`, listingInput()));
  if (!listed) return;
  const listingId = insertedId(listed);
  journal.listings.add(listingId);
  const orders = await Promise.all(buyers.map((buyer) => book(trade, buyer, listingId)));
  // Both try to pay, at the same moment.
  await Promise.all(orders.map((orderId, at) => orderId && buyPhone(trade, buyers[at] ?? buyers[0], { listingId, orderId })));
}

async function book(trade: Trade, buyer: Actor, listingId: string): Promise<string | null> {
  const reply = await insist(trade, 'bookings', () => requestBooking(buyer, listingId));
  if (!reply) return null;
  trade.journal.bookings.set(insertedId(reply), { listingId, buyer: buyer.email });
  return insertedId(reply);
}

async function buyPhone(trade: Trade, buyer: Actor, { listingId, orderId }: { listingId: string; orderId: string }): Promise<void> {
  const { journal } = trade;
  await wait(PAUSE_MS);
  const reserved = await insist(trade, 'payments', () => requestReservation(buyer, orderId, PRICE));
  if (!reserved) return;
  const { clientSecret } = reserved.body as { clientSecret: string };
  await wait(PAUSE_MS);
  // The card provider refuses to take the same payment twice, so a repeated call takes no money again.
  const charged = await insist(trade, 'payments', () => requestCharge(buyer, clientSecret, { provider: trade.provider }));
  if (charged) journal.charges.add(intentIdOf(clientSecret));
  const paid = await insist(trade, 'payments', () => reportPayment(buyer, { listingId, orderId, transactionId: intentIdOf(clientSecret) }));
  if (!paid) return;
  journal.payments.add(orderId);
  await wait(PAUSE_MS);
  await handOver(trade, buyer, orderId);
}

async function handOver(trade: Trade, buyer: Actor, orderId: string): Promise<void> {
  const path = `/api/orders/${orderId}/handover`;
  const page = await insist(trade, 'own order', () => buyer.call('GET', path));
  if (!page) return;
  const { secret, serverTime } = page.body as { secret: string; serverTime: string };
  const [key, made] = [fromBase64Url(secret), { direction: 'handover', madeAt: Date.parse(serverTime), offline: false } as const];
  const digits = await digitsAt(key, stepAt(made.madeAt) - 1);
  const typed = await insist(trade, 'handovers', () => trade.seller.call('POST', `${path}/code`, { ...made, code: { how: 'typed', digits } }));
  if (typed) trade.journal.handovers.push({ orderId, by: 'seller' });
  const mac = await macOfConfirmation(key, { orderId, direction: 'handover', madeAt: made.madeAt });
  const confirmed = await insist(trade, 'handovers', () => buyer.call('POST', `${path}/confirmation`, { ...made, mac }));
  if (confirmed) trade.journal.handovers.push({ orderId, by: 'buyer' });
}
