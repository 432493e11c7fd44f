import type { Db } from '../../db/tables.ts';
import { notifyAdmins } from '../accounts/index.ts';
import type { FullOrderRow } from '../orders/index.ts';
import { refundElsewhere, refundRefused } from './messages.ts';
import type { PaymentRow } from './queries.ts';
import { countRefusal, markForAdmin } from './refund-queries.ts';
import { dueCents } from './rules.ts';

/** Records that the provider or a bank refused a refund. After the last try the admins are asked to make it by hand. */
export function refuseRefund(db: Db, order: FullOrderRow, payment: PaymentRow, now: number): Promise<void> {
  return db.transaction().execute((tx) => refuseRefundIn(tx, order, payment, now));
}

/** The same within a transaction; the payment is one that is due. */
export async function refuseRefundIn(tx: Db, order: FullOrderRow, payment: PaymentRow, now: number): Promise<void> {
  if (!(await countRefusal(tx, payment, now))) return;
  await notifyAdmins(tx, refundRefused(order, { amountCents: dueCents(payment), intentId: payment.intent_id }), now);
}

/** Asks the admins for a refund that only a provider that the shop no longer uses could make. */
export function leaveToAdmin(db: Db, order: FullOrderRow, payment: PaymentRow, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await markForAdmin(tx, payment.intent_id, now))) return;
    await notifyAdmins(tx, refundElsewhere(order, { amountCents: dueCents(payment), intentId: payment.intent_id }), now);
  });
}
