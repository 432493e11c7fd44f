import type { Db, OrderRow } from '../../db/tables.ts';
import { lockUser } from '../accounts/index.ts';
import { lockPhoneOf } from '../imei/index.ts';
import { lockListing } from '../listings/index.ts';

/**
 * Locks a sale's seller, phone and listing until the transaction ends, in the order in which everything locks them. Call it before anything that may
 * refund the sale. Returns them; `phone`: whether it may be on sale again.
 */
export async function lockSale(tx: Db, { seller_id, listing_id }: Pick<OrderRow, 'seller_id' | 'listing_id'>) {
  const seller = await lockUser(tx, seller_id);
  if (!seller) throw new Error('an order has no seller');
  const phone = await lockPhoneOf(tx, listing_id);
  return { seller, phone, listing: await lockListing(tx, listing_id) };
}
