import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import type { FullOrderRow } from '../orders/index.ts';
import { refundSoon } from '../payments/index.ts';
import { completeOrder, type Ended } from './ending-commands.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

/** Changes an order in one transaction, and then refunds what that made due: now if the provider responds, otherwise with the next sweep. */
export async function endOrder<Outcome extends Ended | { outcome: 'contested' }>(services: Needs, work: (tx: Db) => Promise<Outcome>): Promise<Outcome> {
  const ended = await services.db.transaction().execute(work);
  if (ended.outcome === 'ended' && ended.intentId !== null) await refundSoon(services, ended.intentId);
  return ended;
}

/** The buyer says that the phone is as described, before the time to check it is over. */
export function acceptPhone(services: Needs, order: FullOrderRow): Promise<Ended> {
  const deed = { why: 'inspected', by: { role: 'buyer', id: order.buyer_id }, now: services.clock.now() } as const;
  return endOrder(services, (tx) => completeOrder(tx, order, deed));
}
