import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { releaseLeases, takeLeases } from '../db/leases.ts';
import { inTurn, LEASE_MS, maintainLeases } from './leases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('Leases', () => {
  test('A lease has one holder at a time, who can renew it, and expires', async () => {
    const { db } = database;
    const take = (holder: string, now: number) => takeLeases(db, ['one', 'two'], { holder, now, until: now + 10 });
    expect((await take('a', 100)).sort()).toEqual(['one', 'two']);
    expect(await take('b', 105)).toEqual([]);
    expect((await take('a', 108)).sort()).toEqual(['one', 'two']);
    expect(await take('b', 117)).toEqual([]);
    expect((await take('b', 118)).sort()).toEqual(['one', 'two']);
    await releaseLeases(db, ['one'], 'a');
    expect(await take('c', 119)).toEqual([]);
    await releaseLeases(db, ['one'], 'b');
    expect(await take('c', 119)).toEqual(['one']);
  });

  test('A lease goes to only one of many processes that ask at the same time', async () => {
    const asking = Array.from({ length: 20 }, (_, number) => takeLeases(database.db, ['rush'], { holder: `holder ${number}`, now: 0, until: 10 }));
    expect((await Promise.all(asking)).flat()).toEqual(['rush']);
  });

  test('A lease of a process whose clock was an hour ahead doesn’t outlive it, and a little ahead it does', async () => {
    const { db } = database;
    const take = (holder: string, now: number) => takeLeases(db, ['ahead'], { holder, now, until: now + LEASE_MS });
    await take('an hour ahead', 3_600_000);
    expect(await take('alive', 0)).toEqual(['ahead']);
    await releaseLeases(db, ['ahead'], 'alive');
    await take('a minute ahead', 60_000);
    expect(await take('alive', 0)).toEqual([]);
    expect(await take('alive', 60_000 + LEASE_MS)).toEqual(['ahead']);
    await releaseLeases(db, ['ahead'], 'alive');
  });

  test('A lease is returned at a stop, and expires without renewal', async () => {
    let now = 1000;
    const clock = { now: () => now };
    const save = (taken: string[]) =>
      maintainLeases({
        db: database.db,
        clock,
        names: ['kept'],
        onTaken: (name) => taken.push(name),
        onError: (error) => {
          throw error;
        },
      });
    const settled = async (taken: string[]) => {
      while (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const [byFirst, bySecond, byThird]: [string[], string[], string[]] = [[], [], []];
    const first = save(byFirst);
    await settled(byFirst);
    expect(first.has('kept')).toBe(true);
    now += LEASE_MS;
    expect(first.has('kept')).toBe(false);
    const second = save(bySecond);
    await settled(bySecond);
    expect(second.has('kept')).toBe(true);
    await first.stop();
    expect(second.has('kept')).toBe(true);
    await second.stop();
    const third = save(byThird);
    await settled(byThird);
    await third.stop();
    expect(await database.db.selectFrom('leases').select('name').where('name', '=', 'kept').execute()).toEqual([]);
  });
});

test('What became of the work counts, even if its lease can’t be released', async () => {
  const { db } = database;
  const clock = { now: () => Date.now() };
  const untilGone = (outcome: () => string) =>
    inTurn({ db, clock }, 'gone', async () => {
      await db.schema.alterTable('leases').renameTo('leases_elsewhere').execute();
      return outcome();
    }).finally(() => db.schema.alterTable('leases_elsewhere').renameTo('leases').execute());
  expect(await untilGone(() => 'done')).toBe('done');
  clock.now = () => Date.now() + LEASE_MS;
  await expect(
    untilGone(() => {
      throw new Error('the work fails');
    }),
  ).rejects.toThrow('the work fails');
  await db.deleteFrom('leases').where('name', '=', 'gone').execute();
});

test('A renewal that is under way when the work ends doesn’t take its lease again', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  let asked = 0;
  const slow = new Proxy(database.db, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name);
      if (name !== 'insertInto') return typeof value === 'function' ? value.bind(db) : value;
      asked += 1;
      return asked === 1 ? db.insertInto.bind(db) : () => delayed(db.insertInto('leases'));
    },
  });
  const delayed = (query: object): object =>
    new Proxy(query, {
      get(target, name) {
        const value = Reflect.get(target, name) as (...given: unknown[]) => object;
        if (name !== 'execute') return (...given: unknown[]) => delayed(value.apply(target, given));
        return async () => {
          arrive();
          await goesOn;
          return value.call(target);
        };
      },
    });
  const done = inTurn({ db: slow, clock: { now: () => Date.now() } }, 'renewed', () => arrives);
  await arrives;
  setTimeout(goOn, 50);
  await done;
  await goesOn;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await database.db.selectFrom('leases').select('name').where('name', '=', 'renewed').execute()).toEqual([]);
});

test('Work that takes turns runs one piece at a time, even after a failure', async () => {
  const clock = { now: () => Date.now() };
  const seen: string[] = [];
  const work = (name: string) =>
    inTurn({ db: database.db, clock }, 'turn', async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
    });
  const done = await Promise.allSettled(['a', 'b', 'c'].map(work));
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  for (let at = 0; at < seen.length; at += 2) expect(seen[at + 1]).toBe(seen[at]?.replace('begins', 'ends'));
  expect(seen).toHaveLength(6);
});
