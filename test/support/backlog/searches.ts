import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import { NO_CRITERIA, NO_FILTERS } from '#server/features/search/index.ts';
import type { Ground } from './ground.ts';
import { insertAll } from './insert-all.ts';

/** A phone that everybody searched for, one that everybody saved and one that everybody's search found and that is sold, alerts that are due, and a changed seller. */
export async function plantSearches({ db, now, sellerId, buyers, listings }: Ground): Promise<void> {
  const [wanted = '', saved = '', sold = '', ...others] = await listings();
  await db.updateTable('listings').set({ model_name: 'Sought', model_key: 'sought' }).where('id', '=', wanted).execute();
  await db.updateTable('listings').set({ sold_at: now }).where('id', '=', sold).execute();
  const before = now - days(30);
  const shared = { title: 'Sought', frequency: 'instantly', created_at: before, changed_at: before };
  const criteria = JSON.stringify({ ...NO_CRITERIA, filters: { ...NO_FILTERS, texts: { ...NO_FILTERS.texts, model: ['sought'] } } });
  const searchOf = (path: string, due: number | null) => buyers.map(({ id }) => ({ ...shared, id: uuid(), user_id: id, path, criteria, due_at: due }));
  const [waiting, due] = [searchOf('/phones?model=Sought', null), searchOf('/phones?model=Sought&within=1', now)];
  await insertAll(db, 'saved_searches', [...waiting, ...due]);
  const match = { created_at: before, notified_at: null };
  const [broad] = due;
  await insertAll(db, 'search_matches', [
    ...due.flatMap(({ id }) => [
      { ...match, search_id: id, listing_id: saved },
      { ...match, search_id: id, listing_id: sold },
    ]),
    // One search found many phones.
    ...others.map((listing_id) => ({ ...match, search_id: broad?.id ?? '', listing_id })),
  ]);
  await insertAll(
    db,
    'saved_phones',
    buyers.map(({ id }) => ({ user_id: id, listing_id: saved, created_at: before, price_cents: 90_000, notified_cents: 90_000, was_on_sale: 1 })),
  );
  const queued = [wanted, saved, sold, ...others].map((listing_id) => ({ id: uuid(), listing_id, seller_id: null }));
  await insertAll(db, 'alert_queue', [...queued, { id: uuid(), listing_id: null, seller_id: sellerId }]);
}
