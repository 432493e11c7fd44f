import { ownRows } from './own-row-queries.ts';
import type { StoredTables } from './stored-data.ts';

/** Stored data about what people sell. */
export const SELLING_DATA = {
  image_uploads: {
    name: 'uploads',
    about: 'Pictures you’re uploading.',
    rows: ownRows('image_uploads', ['id', 'size', 'received', 'created_at'], { owner: 'user_id' }),
  },
  drafts: {
    name: 'drafts',
    about: 'Your unfinished listings.',
    rows: ownRows('drafts', ['id', 'content', 'listing_id', 'created_at', 'saved_at'], { owner: 'seller_id' }),
  },
  listing_imports: {
    name: 'imports',
    about: 'Listing files you uploaded in the last few days.',
    rows: ownRows('listing_imports', ['id', 'file_name', 'state', 'reason', 'created_at', 'ended_at'], { owner: 'seller_id' }),
  },
  listing_import_rows: {
    name: 'import_rows',
    about: 'The rows of those files that weren’t listed, as you wrote them.',
    rows: (db, { id }) =>
      db
        .selectFrom('listing_import_rows')
        .select(['import_id', 'position', 'state', 'cells', 'sentence', 'question', 'imei_last4', 'listing_id'])
        .where('import_id', 'in', db.selectFrom('listing_imports').select('listing_imports.id').where('listing_imports.seller_id', '=', id))
        .orderBy('import_id')
        .orderBy('position')
        .execute(),
  },
  phone_tests: {
    name: 'phone_tests',
    about: 'The tests of phones that you asked for: what the browsers told of the phones, and the results.',
    rows: ownRows(
      'phone_tests',
      ['id', 'listing_id', 'order_id', 'created_at', 'expires_at', 'started_at', 'traits', 'verdicts', 'doubts', 'finished_at', 'published_at'],
      { owner: 'owner_id', order: ['id'] },
    ),
  },
  passport_owners: {
    name: 'passports',
    about: 'The phones that you own or owned, and which of their owners you are.',
    rows: ownRows('passport_owners', ['passport_id', 'number', 'since'], { owner: 'user_id', order: ['passport_id'] }),
  },
  passport_entries: {
    name: 'passport_entries',
    about: 'What the passports of those phones say of your time with them.',
    rows: (db, { id }) =>
      db
        .selectFrom('passport_owners')
        .innerJoin('passport_entries', (join) =>
          join.onRef('passport_entries.passport_id', '=', 'passport_owners.passport_id').onRef('passport_entries.owner', '=', 'passport_owners.number'),
        )
        .select(['passport_entries.passport_id', 'passport_entries.number', 'passport_entries.kind', 'passport_entries.at'])
        .select(['passport_entries.facts', 'passport_entries.words'])
        .where('passport_owners.user_id', '=', id)
        .orderBy('passport_entries.passport_id')
        .orderBy('passport_entries.number')
        .execute(),
  },
  possession_photos: {
    name: 'possession_photos',
    about: 'The codes you were given to photograph with your phones, and the results.',
    rows: ownRows('possession_photos', ['code', 'listing_id', 'image', 'shown', 'created_at', 'expires_at', 'sent_at', 'decision', 'reason', 'decided_at'], {
      owner: 'seller_id',
    }),
  },
} satisfies Partial<StoredTables>;
