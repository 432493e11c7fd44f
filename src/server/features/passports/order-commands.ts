import type { FulfillmentReason } from '#contract/fulfillment.ts';
import type { PassportSource } from '#contract/passport-chain.ts';
import type { Db } from '../../db/tables.ts';
import { openPassport } from './commands.ts';
import { appendEntries, findOwnerNumber, insertHead, numberOwner } from './write-queries.ts';

/** The sale that something happens to. */
type SoldPhone = { id: string; listing_id: string; buyer_id: string; seller_id: string };

/** Why the shop takes it that a phone changed hands: both sides confirmed it. */
const BOTH: readonly FulfillmentReason[] = ['buyer_confirmed', 'seller_confirmed', 'return_confirmed_by_buyer', 'return_confirmed_by_seller'];
/** The phone came back, as both said or one of them didn't deny. */
const CAME_BACK: readonly FulfillmentReason[] = ['return_confirmed_by_buyer', 'return_confirmed_by_seller', 'return_confirmation_overdue'];

/**
 * Notes a sale within the transaction that records its payment, and what the receipt says of the passport. Leaves out the price, which the two may have
 * agreed on between them.
 */
export async function noteSold(tx: Db, order: SoldPhone, now: number): Promise<void> {
  const opened = await openPassport(tx, order.listing_id, now);
  if (!opened) return;
  const { passport } = opened;
  const owner = await numberOwner(tx, passport.id, { userId: order.seller_id, now });
  const sold = await appendEntries(tx, passport, { added: [{ kind: 'sold', owner, source: 'shop' }], now });
  await insertHead(tx, order.id, sold, { event: 'sold', now });
}

/** Makes the buyer the owner, once. */
export async function noteHandedOver(tx: Db, order: SoldPhone, { why, now }: { why: FulfillmentReason; now: number }): Promise<void> {
  const opened = await openPassport(tx, order.listing_id, now);
  if (!opened) return;
  const { passport } = opened;
  const owner = await numberOwner(tx, passport.id, { userId: order.buyer_id, now });
  if (owner === passport.owner) return;
  const facts = { from: passport.owner, to: owner, how: wordOf(why) };
  const handed = await appendEntries(tx, passport, { added: [{ kind: 'handed_over', owner, source: sourceOf(why), facts }], now, owner });
  await insertHead(tx, order.id, handed, { event: 'handed_over', now });
}

/** Notes that a sale was undone. If the buyer is still the owner, the seller is again. `relisted`: the phone is on sale again. */
export async function noteSaleUndone(
  tx: Db,
  order: SoldPhone,
  { why, relisted, now }: { why: FulfillmentReason; relisted: boolean; now: number },
): Promise<void> {
  const opened = await openPassport(tx, order.listing_id, now);
  if (!opened) return;
  const { passport } = opened;
  const buyer = await findOwnerNumber(tx, passport.id, order.buyer_id);
  const seller = await numberOwner(tx, passport.id, { userId: order.seller_id, now });
  const isBuyers = passport.owner === buyer;
  const kind = isBuyers && CAME_BACK.includes(why) ? 'returned' : 'sale_undone';
  const facts = { ...(isBuyers && { from: passport.owner, to: seller }), how: wordOf(why), ...(relisted && { relisted: 1 }) };
  const owner = isBuyers ? seller : passport.owner;
  const undone = await appendEntries(tx, passport, { added: [{ kind, owner: seller, source: sourceOf(why), facts }], now, owner });
  if (isBuyers) await insertHead(tx, order.id, undone, { event: 'returned', now });
}

const sourceOf = (why: FulfillmentReason): PassportSource => (BOTH.includes(why) ? 'both' : 'shop');

/** Whether both sides said so, one did and the other didn't object in time, or the shop decided it. */
function wordOf(why: FulfillmentReason): 'both' | 'overdue' | 'decided' {
  if (BOTH.includes(why)) return 'both';
  return why === 'confirmation_overdue' || why === 'return_confirmation_overdue' ? 'overdue' : 'decided';
}
