import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { readLastTries } from './queries.ts';
import { isBackupDue, scheduleBackups } from './schedule.ts';

test.each([
  { what: 'there was none', last: null, now: 0, due: true },
  { what: 'the last is younger than the interval', last: 1000, now: 1999, due: false },
  { what: 'the last is as old', last: 1000, now: 2000, due: true },
  { what: 'the clock was set back a little', last: 1000, now: 500, due: false },
  { what: 'the last was made by a clock far ahead', last: 9000, now: 500, due: true },
])('A backup is due ($due) when $what', ({ last, now, due }) => {
  expect(isBackupDue({ madeAt: last, failedAt: null }, now, 1000)).toBe(due);
});

test('A backup that failed is tried again after an hour, or after the interval if that is shorter', () => {
  const [hour, week] = [3_600_000, 7 * 24 * 3_600_000];
  const isDue = (now: number, everyMs: number) => isBackupDue({ madeAt: 0, failedAt: week }, now, everyMs);
  expect([isDue(week + hour - 1, week), isDue(week + hour, week)]).toEqual([false, true]);
  expect([isDue(week + 999, 1000), isDue(week + 1000, 1000)]).toEqual([false, true]);
});

test('A backup that can’t even begin is noted, and not tried again at once', async () => {
  const database = await freshDatabase();
  const { PORT } = process.env;
  // The process that makes it refuses this setting.
  process.env.PORT = 'soon';
  const faults: string[] = [];
  const [work] = scheduleBackups(
    { everyMs: 86_400_000, directory: database.directory, save: 1, passphrase: null },
    { db: database.db, clock: { now: () => Date.now() }, onFault: (message) => faults.push(message) },
  );
  const running = work?.start(
    async () => new Response(),
    () => true,
  );
  while ((await readLastTries(database.db)).failedAt === null) await wait(50);
  await running?.stop();
  if (PORT === undefined) delete process.env.PORT;
  else process.env.PORT = PORT;
  expect(faults).toEqual([expect.stringContaining('PORT: set a number from 0 to 65535.')]);
  await database.drop();
}, 60_000);
