import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import type { Ground } from './ground.ts';
import { insertAll, times } from './insert-all.ts';

const PART_BYTES = 100_000;

/** Pictures that nobody used, those deleted long ago, unfinished uploads, and photos of proof of possession of listings that were removed. */
export async function plantPictures({ db, now, size, sellerId, buyers, listings }: Ground): Promise<void> {
  const picture = { width: 640, height: 480, store: 'disk' as const, address: null, delete_url: null, stored_at: now, used_at: null, hashed_at: now };
  const old = now - days(60);
  await insertAll(db, 'images', [
    ...times(size, () => ({ ...picture, id: uuid(), created_at: now - days(2), removed_at: null, gone_at: null })),
    ...times(size, () => ({ ...picture, id: uuid(), created_at: old, removed_at: old, gone_at: old })),
  ]);
  const uploads = times(size / 20, () => ({ id: uuid(), user_id: sellerId, size: 2 * PART_BYTES, received: 2 * PART_BYTES, outcome: null, created_at: old }));
  await insertAll(db, 'image_uploads', uploads);
  const content = 'A'.repeat(PART_BYTES);
  for (const { id } of uploads)
    await insertAll(
      db,
      'image_upload_parts',
      times(2, (at) => ({ upload_id: id, position: at * PART_BYTES, size: PART_BYTES, content })),
    );
  const ids = await listings();
  await db.updateTable('listings').set({ removed_at: old, removed_reason: 'seller' }).where('id', 'in', ids).execute();
  await insertAll(
    db,
    'possession_photos',
    ids.map((listing_id, at) => ({
      ...{
        id: uuid(),
        code: `${at} ${uuid()}`,
        seller_id: sellerId,
        listing_id,
        created_at: old,
        expires_at: old,
        image: null,
        image_id: null,
        shown: 0 as const,
      },
      ...{ duplicate_listing_id: null, sent_at: old, decision: null, reason: null, decided_by: null, decided_at: null, released_at: null },
    })),
  );
  const others = await listings();
  await insertAll(
    db,
    'saved_phones',
    others.flatMap((listing_id, at) => ({ user_id: buyers[at]?.id ?? '', listing_id, created_at: old, price_cents: 1, notified_cents: 1, was_on_sale: 1 })),
  );
}
