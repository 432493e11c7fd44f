import type { Tables } from '../../db/tables.ts';
import type { StoredData } from './stored-data.ts';

/** Stored data about what people sell. */
export const SELLING_DATA = {
  image_uploads: [
    {
      name: 'uploads',
      about: 'Pictures you’re uploading.',
      rows: (db, { id }) => db.selectFrom('image_uploads').select(['id', 'size', 'received', 'created_at']).where('user_id', '=', id).execute(),
    },
  ],
  drafts: [
    {
      name: 'drafts',
      about: 'Your unfinished listings.',
      rows: (db, { id }) => db.selectFrom('drafts').select(['id', 'content', 'listing_id', 'created_at', 'saved_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_imports: [
    {
      name: 'imports',
      about: 'Listing files you uploaded in the last few days.',
      rows: (db, { id }) =>
        db.selectFrom('listing_imports').select(['id', 'file_name', 'state', 'reason', 'created_at', 'ended_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_import_rows: [
    {
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
  ],
  phone_tests: [
    {
      name: 'phone_tests',
      about: 'The tests of phones that you asked for: what the browsers told of the phones, and the results.',
      rows: (db, { id }) =>
        db
          .selectFrom('phone_tests')
          .select(['id', 'listing_id', 'order_id', 'created_at', 'expires_at', 'started_at', 'traits', 'verdicts', 'doubts', 'finished_at', 'published_at'])
          .where('owner_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  possession_photos: [
    {
      name: 'possession_photos',
      about: 'The codes you were given to photograph with your phones, and the results.',
      rows: (db, { id }) =>
        db
          .selectFrom('possession_photos')
          .select(['code', 'listing_id', 'image', 'shown', 'created_at', 'expires_at', 'sent_at', 'decision', 'reason', 'decided_at'])
          .where('seller_id', '=', id)
          .execute(),
    },
  ],
} satisfies Partial<Record<keyof Tables, StoredData[]>>;
