import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';
import { CSV_COLUMNS } from '../csv-files.ts';
import { FRONT, listingInput } from '../world/values.ts';
import type { Ground } from './ground.ts';
import { insertAll, times } from './insert-all.ts';

/** Records that are to be counted, sealed, assessed, matched or deleted. */
export async function plantRecords(ground: Ground): Promise<void> {
  const { db, now, size, sellerId, buyers, listings } = ground;
  const ids = await listings();
  const change = { listing_id: null, category_id: null, seller_id: null, topic: 'wanted' };
  await insertAll(db, 'changes', [...times(size, () => ({ ...change, id: uuid(), at: now - days(1) })), { ...change, id: uuid(), at: now }]);
  await insertAll(
    db,
    'erasures',
    times(size / 10, (at) => ({ user_id: uuid(), email: `left${at}@example.test`, created_at: now, due_at: now })),
  );
  await insertAll(
    db,
    'contact_views',
    times(size, (at) => ({ spender: buyers[at % 20]?.id ?? '', day: dayAt(now) - 90, slot: at, seller_id: `seller ${at}` })),
  );
  const yesterday = dayAt(now) - 2;
  await insertAll(db, 'viewer_salts', [{ day: yesterday, salt: 'salt' }]);
  await insertAll(
    db,
    'listing_viewers',
    ids.flatMap((listing_id) => times(2, (at) => ({ listing_id, day: yesterday, viewer: `viewer ${at}` }))),
  );
  await insertAll(
    db,
    'listing_views',
    ids.map((listing_id) => ({ listing_id, day: yesterday - 400, people: 3 })),
  );
  await insertAll(
    db,
    'audit_log',
    times(size, () => ({ ...UNSEALED, id: uuid(), at: now, actor_role: 'seller', actor_id: sellerId, subject_id: uuid() })),
  );
  await insertAll(
    db,
    'listing_risks',
    ids.map((listing_id) => ({ listing_id, score: 0, signals: '[]', due_at: now, assessed_at: null, cleared_score: null })),
  );
  // Phones that were on sale before there were passports.
  await insertAll(
    db,
    'phones',
    ids.map((id) => ({ imei_hash: `phone ${id}`, key_id: 'key', seen_at: now })),
  );
  for (const id of ids)
    await db
      .updateTable('listings')
      .set({ imei_hash: `phone ${id}` })
      .where('id', '=', id)
      .execute();
  // All listings are compared with the catalog again, and all purchases and photos are read again.
  await db.deleteFrom('settings').where('key', 'in', ['listings_models', 'buyer_keys_filled_with', 'photo_listings_walked']).execute();
  await plantImports(ground);
  await plantPhoneTests(ground);
}

const UNSEALED = {
  ...{ number: null, act: 'listing_listed', subject_kind: 'listing', network: null, request_id: null },
  ...{ before: null, after: null, previous: null, hash: null },
};

/** A file whose rows are being listed, one that ended long ago, and one that nobody confirmed. */
async function plantImports({ db, now, size, sellerId, buyers }: Ground): Promise<void> {
  const old = now - days(8);
  const file = {
    file_name: 'phones.csv',
    encoding: 'utf-8',
    separator: 'comma',
    columns: JSON.stringify(CSV_COLUMNS.map((field) => ({ column: field, field }))),
  };
  const imports = [
    { id: uuid(), seller_id: sellerId, state: 'running' as const, touched_at: now, ended_at: null },
    { id: uuid(), seller_id: sellerId, state: 'done' as const, touched_at: old, ended_at: old },
    { id: uuid(), seller_id: buyers[0]?.id ?? '', state: 'review' as const, touched_at: old, ended_at: null },
  ];
  await insertAll(
    db,
    'listing_imports',
    imports.map((one) => ({ ...file, ...one, origin: null, reason: null, created_at: old })),
  );
  const row = { state: 'ready' as const, title: 'Galaxy', price: '289', fields: '{}', sentence: null, question: null, listing_id: null, known_listing: null };
  const phone = { imei_hash: null, imei_last4: null, imei_key_id: null, known_as: null };
  for (const { id } of imports)
    await insertAll(
      db,
      'listing_import_rows',
      times(size / 4, (at) => ({ ...row, ...phone, import_id: id, position: at + 1, cells: JSON.stringify(cellsOf(`Galaxy S21 number ${at}`)) })),
    );
}

function cellsOf(model: string): string[] {
  const { specification, ...texts } = listingInput({ model_name: model, image: FRONT }) as { specification: Record<string, string> };
  const values: Record<string, unknown> = {
    ...texts,
    ...Object.fromEntries(Object.entries(specification).map(([key, value]) => [`specification.${key}`, value])),
  };
  return CSV_COLUMNS.map((column) => String(values[column] ?? ''));
}

/** Codes that nobody used, and tests of phones that were never listed. */
async function plantPhoneTests({ db, now, size, sellerId }: Ground): Promise<void> {
  const old = now - days(30);
  const code = { owner_id: sellerId, listing_id: null, order_id: null, created_at: old, expires_at: old, step: 0, verdicts: '[]', doubts: '[]' };
  const unused = { public_key: null, traits: null, clock_ahead: null, started_at: null, nonce: null, last_nonce: null, challenge: null, asked_at: null };
  const result = { summary: null, record: null, published_at: null };
  const plant = (finished_at: number | null) => times(size, () => ({ ...code, ...unused, ...result, finished_at, id: uuid(), token_hash: uuid() }));
  await insertAll(db, 'phone_tests', [...plant(null), ...plant(old)]);
}
