import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeImageStore } from '#test/ports/image-store.suite.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createDiskImageStore } from './disk.ts';

const clock = { now: () => Date.now() };

describeImageStore('the image store on disk', async () => {
  const database = await freshDatabase();
  const directory = join(database.directory, 'images');
  const names = async () => (existsSync(directory) ? readdir(directory) : []);
  return {
    store: createDiskImageStore({ directory, db: database.db, clock }),
    fetch: (address) => readFile(join(directory, address.replace('/images/', ''))),
    count: async () => (await names()).length,
    close: () => database.drop(),
  };
});

describe('The disk image store', () => {
  let database: TestDatabase;
  let directory: string;
  beforeEach(async () => {
    database = await freshDatabase();
    directory = join(database.directory, 'images');
  });
  afterEach(() => database.drop());

  const widthsOf = async (address: string): Promise<(number | undefined)[]> => {
    const folder = join(directory, address.split('/')[2] ?? '');
    return Promise.all(['320', '640', '1280'].map(async (name) => (await sharp(await readFile(join(folder, `${name}.webp`))).metadata()).width));
  };

  it('Writes three sizes, none wider than the original', async () => {
    const store = createDiskImageStore({ directory, db: database.db, clock });
    const { address } = await store.put(await pictureOf('jpeg', 2000, 1500));
    expect(address).toMatch(/^\/images\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\/1280\.webp$/u);
    expect(await widthsOf(address)).toEqual([320, 640, 1280]);
    expect(await widthsOf((await store.put(await pictureOf('png', 500, 400))).address)).toEqual([320, 500, 500]);
    expect(await widthsOf((await store.put(await pictureOf('png', 1, 1))).address)).toEqual([1, 1, 1]);
  });

  it('Leaves no files behind when the picture’s row can’t be written or finished', async () => {
    const failing = (at: number) => {
      let asked = 0;
      const now = () => {
        asked += 1;
        if (asked === at) throw new Error('no time');
        return 1_700_000_000_000;
      };
      return createDiskImageStore({ directory, db: database.db, clock: { now } });
    };
    for (const at of [1, 2]) await expect(failing(at).put(await pictureOf('jpeg', 40, 30))).rejects.toThrow('no time');
    await expect.poll(() => readdir(directory)).toEqual([]);
    expect(await database.db.selectFrom('images').select('stored_at').execute()).toEqual([{ stored_at: null }]);
    await database.db.schema.dropTable('images').execute();
    const store = createDiskImageStore({ directory, db: database.db, clock });
    await expect(store.put(await pictureOf('jpeg'))).rejects.toThrow();
    await expect.poll(() => readdir(directory)).toEqual([]);
  });

  it('Never leaves partial files after a crash, and removes the remains', async () => {
    const left = join(directory, '.unfinished-old');
    const busy = join(directory, '.unfinished-new');
    await mkdir(left, { recursive: true });
    await mkdir(busy);
    await writeFile(join(left, '320.webp'), 'half');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left, longAgo, longAgo);
    await createDiskImageStore({ directory, db: database.db, clock }).put(await pictureOf('jpeg'));
    expect([existsSync(left), existsSync(busy)]).toEqual([false, true]);
  });

  it('Writes pictures again once the directory is writable', async () => {
    const store = createDiskImageStore({ directory, db: database.db, clock });
    await writeFile(directory, 'in the way');
    await expect(store.put(await pictureOf('jpeg'))).rejects.toThrow();
    await rm(directory);
    await expect(store.put(await pictureOf('jpeg'))).resolves.toHaveProperty('address');
  });
});
