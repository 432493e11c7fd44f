import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { days, hours } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';
import type { Db } from '#server/db/tables.ts';
import { backgroundJobs, type Job } from '#server/process/jobs.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { plantBacklog } from '#test/support/backlog/plant-backlog.ts';

const SIZE = 280;

/** What a job may do before it lets others have their turn: less than the backlog of each table. */
const MOST = { statements: 300, read: 600, changed: 250, commits: 8 };

type Work = typeof MOST;

/** Others send more emails; nobody is alerted of a phone before its risk is known. */
const FIRST = ['mails', 'risks', 'alerts'];

let shop: TestApp;
let jobs: Job[];

beforeAll(async () => {
  shop = await createTestApp();
  await plantBacklog(shop.services.db, { now: shop.clock.now(), size: SIZE });
  const all = backgroundJobs(shop.app, shop.services);
  jobs = [...FIRST.flatMap((name) => all.filter((job) => job.name === name)), ...all.filter(({ name }) => !FIRST.includes(name))];
}, 60_000);
afterAll(() => shop.close());

describe('Background jobs with much to do', () => {
  test('Each works in small batches, and leaves nothing undone', async () => {
    const turns = shop.config.database.kind === 'sqlite' ? watchTurns() : null;
    for (const { name, work } of jobs) {
      turns?.begin();
      await work();
      const undone = await UNDONE[name]?.(shop.services.db, shop.clock.now()).execute();
      expect.soft({ job: name, undone: undone?.length ?? 0, ...turns?.tooMuch() }).toEqual({ job: name, undone: 0 });
    }
    turns?.end();
  }, 240_000);
});

/** Counts what happens in SQLite between two rounds of the event loop. */
function watchTurns() {
  const none = (): Work => ({ statements: 0, read: 0, changed: 0, commits: 0 });
  let [present, most, isOver] = [none(), none(), false];
  const { all, run } = StatementSync.prototype;
  const note = (work: Partial<Work>) => {
    for (const key of Object.keys(present) as (keyof Work)[]) present[key] += work[key] ?? 0;
  };
  let inTransaction = false;
  vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
    const rows = all.apply(this, values);
    note({ statements: 1, read: rows.length });
    return rows;
  });
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    const result = run.apply(this, values);
    const isEnd = this.sourceSQL === 'commit';
    inTransaction = !isEnd && (inTransaction || this.sourceSQL === 'begin');
    // Any other statement repeats the count of the last one.
    const changed = /^(insert|update|delete) /iu.test(this.sourceSQL) ? Number(result.changes) : 0;
    note({ statements: 1, changed, commits: isEnd || (changed > 0 && !inTransaction) ? 1 : 0 });
    return result;
  });
  const look = () => {
    for (const key of Object.keys(most) as (keyof Work)[]) most[key] = Math.max(most[key], present[key]);
    present = none();
    if (!isOver) setImmediate(look);
  };
  look();
  return {
    begin: () => ([present, most] = [none(), none()]),
    /** What was more than it may be. */
    tooMuch: () => Object.fromEntries(Object.entries(most).filter(([key, count]) => count > MOST[key as keyof Work])),
    end() {
      isOver = true;
      vi.restoreAllMocks();
    },
  };
}

/** What a run must not leave. Others handle a limited number of rows each time. */
const UNDONE: Record<string, (db: Db, now: number) => { execute(): Promise<unknown[]> }> = {
  alerts: (db) => db.selectFrom('alert_queue').select('id').where('seller_id', 'is not', null),
  audit: (db) => db.selectFrom('audit_log').select('id').where('number', 'is', null),
  changes: (db, now) =>
    db
      .selectFrom('changes')
      .select('id')
      .where('at', '<', now - hours(1)),
  'contact-views': (db) => db.selectFrom('contact_views').select('slot'),
  erasures: (db) => db.selectFrom('erasures').select('user_id'),
  fulfillments: (db, now) => db.selectFrom('fulfillments').select('order_id').where('due_at', '<=', now),
  holds: (db, now) => db.selectFrom('reservations').select('id').where('ended_at', 'is', null).where('until', '<=', now),
  images: (db) => db.selectFrom('images').select('id').where('used_at', 'is', null).where('gone_at', 'is', null),
  imports: (db) =>
    db.selectFrom('listing_import_rows').innerJoin('listing_imports', 'id', 'import_id').select('id').where('listing_imports.state', '=', 'running'),
  'in-hand': (db) => db.selectFrom('possession_photos').select('id').where('released_at', 'is', null),
  mails: (db, now) =>
    db
      .selectFrom('outbox')
      .select('id')
      .where((eb) => eb.or([eb('due_at', '<=', now), eb('sent_at', '<', now - days(50))])),
  'old-imports': (db, now) => db.selectFrom('listing_imports').select('id').where('created_at', '<', now).where('state', '!=', 'done'),
  passports: (db) =>
    db
      .selectFrom('listings')
      .select('id')
      .where('imei_hash', 'is not', null)
      .where('sold_at', 'is', null)
      .where('removed_at', 'is', null)
      .where('imei_hash', 'not in', db.selectFrom('passports').select('passports.imei_hash')),
  'person-words': (db) => db.selectFrom('users').select('id').where('name_key', 'is', null),
  'phone-tests': (db, now) => db.selectFrom('phone_tests').select('id').where('expires_at', '<', now).where('listing_id', 'is', null),
  pushes: (db) => db.selectFrom('pushes').select('id'),
  reviews: (db) => db.selectFrom('reviews').select('id').where('notify_at', 'is not', null),
  risks: (db) => db.selectFrom('listing_risks').select('listing_id').where('due_at', 'is not', null),
  views: (db, now) => db.selectFrom('listing_viewers').select('day').where('day', '<', dayAt(now)),
};
