import { owePayout, sweepPayouts } from '#server/features/payouts/index.ts';
import type { TestApp } from '#test/support/app.ts';
import { type Sold, sellOne } from '#test/support/world/sold.ts';
import { type Person, tokenNow } from '#test/support/world/world.ts';

type Setup = 'complete' | 'document' | 'empties';

/** Sets up a seller's payouts on the practice page, like their browser does. */
export async function setUpPayouts(shop: TestApp, seller: Person, how: Setup = 'complete'): Promise<void> {
  const as = await tokenNow(shop, seller);
  const { body } = await shop.call('POST', '/payoutAccount/link', { as });
  const link = new URL((body as { url: string }).url, 'http://shop.test').searchParams.get('link') ?? '';
  const outcome = how === 'document' ? 'document' : 'complete';
  const payload = new URLSearchParams({ link, outcome, bank: how === 'empties' ? 'empties' : 'keeps' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode } = await shop.app.inject({ method: 'POST', url: '/practice-cards/onboarding', headers, payload });
  if (statusCode !== 303) throw new Error(`setting up payouts answered ${statusCode}`);
  await shop.call('POST', '/payoutAccount/check', { as });
}

/** Completes a paid order as far as its money goes: its seller is owed the price, less what is refunded. */
export async function owe({ services: { db }, clock }: TestApp, orderId: string, refundedCents = 0): Promise<boolean> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  return db.transaction().execute((tx) => owePayout(tx, order, { refundedCents, now: clock.now() }));
}

/** A sale, completed and due; of a new seller unless one is given. */
export async function sellAndOwe(shop: TestApp, seller?: Person, price?: number): Promise<Sold> {
  const sold = await sellOne(shop, seller, price);
  await owe(shop, sold.orderId);
  return sold;
}

export const sweepAll = ({ services }: TestApp): Promise<number> => sweepPayouts(services);

/** The transfers of an order at the practice provider. */
export async function transfersOf({ services: { db } }: TestApp, orderId: string): Promise<{ amount: number; reversed: number }[]> {
  const rows = await db.selectFrom('practice_transfers').select(['amount', 'reversed', 'metadata']).orderBy('id').execute();
  return rows.filter(({ metadata }) => metadata.includes(orderId)).map(({ amount, reversed }) => ({ amount, reversed }));
}
