import type { Db } from '../../db/tables.ts';

/** Puts what left the site for this reason back on sale, but for phones that have another listing by now or are reported lost; those that are back. */
export const bringBack = (tx: Db, sellerId: string, reason: string): Promise<{ id: string }[]> =>
  tx
    .updateTable('listings')
    .set({ removed_at: null, removed_reason: null })
    .where('seller_id', '=', sellerId)
    .where('removed_reason', '=', reason)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listings as other')
            .select('other.id')
            .whereRef('other.imei_hash', '=', 'listings.imei_hash')
            .where('other.sold_at', 'is', null)
            .where((of) =>
              of.or([
                of('other.removed_at', 'is', null),
                // Of one phone that was listed twice only the later listing comes back.
                of.and([of('other.seller_id', '=', sellerId), of('other.removed_reason', '=', reason), of('other.id', '>', of.ref('listings.id'))]),
              ]),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lost_phones')
            .select('lost_phones.id')
            .whereRef('lost_phones.imei_hash', '=', 'listings.imei_hash')
            .where('lost_phones.state', '=', 'accepted'),
        ),
      ),
    )
    .returning('id')
    .execute();
