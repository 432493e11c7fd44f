import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Caller, mustSucceed } from '#test/support/world/calls.ts';
import type { ShopUnderTest } from './shop.ts';

/** Completes a paid order: as if its phone had been handed over, and then by its buyer's word. */
export async function completeOrder(shop: Pick<ShopUnderTest, 'directory'>, buyer: Caller, orderId: string): Promise<void> {
  const database = new DatabaseSync(join(shop.directory, 'redial.db'), { timeout: 10_000 });
  const handedOver = database.prepare(`update fulfillments set state = 'handed_over', handed_over_at = ?, due_at = ? where order_id = ?`);
  handedOver.run(Date.now(), Date.now() + 86_400_000, orderId);
  database.close();
  mustSucceed(await buyer.call('POST', `/api/orders/${orderId}/acceptance`), 'completing an order');
}
