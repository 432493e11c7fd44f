import { readSetting, writeSetting } from '../../db/settings.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { findPurchasesAfter, insertBuyerKeys } from './queries.ts';

const FILLED_WITH = 'buyer_keys_filled_with';
const BATCH = 50;

/** Writes the buyers' keys of purchases made before the shop had them or while it had another secret; once for each secret. */
export async function fillBuyerKeys({ db, buyerKeys }: Pick<Services, 'db' | 'buyerKeys'>): Promise<void> {
  if ((await readSetting(db, FILLED_WITH)) === buyerKeys.id) return;
  let after = '';
  await inBatches(BATCH, async (limit) => {
    const orders = await findPurchasesAfter(db, after, limit);
    await db.transaction().execute(async (tx) => {
      for (const { id, buyer_id: userId, email, phone } of orders) await insertBuyerKeys(tx, id, buyerKeys.of({ userId, email, phone }));
    });
    after = orders.at(-1)?.id ?? after;
    return orders.length;
  });
  await writeSetting(db, FILLED_WITH, buyerKeys.id);
}
