import { minutes } from '#contract/shared/durations.ts';
import type { TestApp } from '#test/support/app.ts';

type Shop = Pick<TestApp, 'services' | 'clock'>;

/** A proposal by one side of a paid order that waits for the other's answer. Returns its id. */
export async function createProposal({ services: { db }, clock }: Shop, orderId: string, by: 'buyer' | 'seller'): Promise<string> {
  const { buyer_id, seller_id } = await db.selectFrom('orders').select(['buyer_id', 'seller_id']).where('id', '=', orderId).executeTakeFirstOrThrow();
  const now = clock.now();
  const id = `proposal-${orderId}`;
  const proposal = { id, order_id: orderId, by_side: by, by_id: by === 'buyer' ? buyer_id : seller_id, at: now + minutes(600), place: 'The main library' };
  await db
    .insertInto('meeting_proposals')
    .values({ ...proposal, state: 'proposed', created_at: now })
    .execute();
  return id;
}

/** Makes a paid order's meeting agreed, and its time past. */
export const createPastMeeting = (shop: Shop, orderId: string): Promise<void> => createMeeting(shop, orderId, -20);

/** Makes a paid order's meeting agreed, for so many minutes from now. */
export async function createMeeting({ services: { db }, clock }: Shop, orderId: string, minutesAhead: number): Promise<void> {
  const at = clock.now() + minutes(minutesAhead);
  await db.updateTable('fulfillments').set({ state: 'arranged', meet_at: at, meet_place: 'The main library' }).where('order_id', '=', orderId).execute();
  await db.insertInto('meetings').values({ order_id: orderId, at, changes: 1, remind_at: null }).execute();
}

/** The seller of a paid order says that its buyer didn't come to a meeting. */
export async function createNoShow({ services: { db }, clock }: Shop, orderId: string): Promise<void> {
  const { buyer_id, seller_id } = await db.selectFrom('orders').select(['buyer_id', 'seller_id']).where('id', '=', orderId).executeTakeFirstOrThrow();
  const now = clock.now();
  const noShow = { id: `no-show-${orderId}`, order_id: orderId, absent_id: buyer_id, reporter_id: seller_id };
  await db.updateTable('fulfillments').set({ state: 'no_show_reported' }).where('order_id', '=', orderId).execute();
  await db
    .insertInto('no_shows')
    .values({ ...noShow, absent_side: 'buyer', meet_at: now - minutes(20), reported_at: now, result: null })
    .execute();
}
