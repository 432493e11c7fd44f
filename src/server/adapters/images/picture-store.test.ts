import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createPictureStore, type Place } from './picture-store.ts';

const clock = { now: () => Date.now() };

describe('Pictures that can’t be stored', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  it('Reports a picture that can’t be stored at once, however long the cleanup takes', async () => {
    const place: Place = { kind: 's3', save: () => Promise.reject(new Error('away')), read: async () => null, remove: () => new Promise(() => {}) };
    await expect(createPictureStore({ place, db: database.db, clock }).put(await pictureOf('png', 40, 30))).rejects.toThrow('away');
    expect(await database.db.selectFrom('images').select('stored_at').execute()).toEqual([{ stored_at: null }]);
  });
});
