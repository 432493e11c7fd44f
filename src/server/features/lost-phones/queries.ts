import { v7 as uuid } from 'uuid';
import { MAX_OPEN_REPORTS } from '#contract/lost-phones.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import { lockPhone, type PhoneKey } from '../../db/phones.ts';
import type { LostPhonesTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { markImagesUsed } from '../images/index.ts';
import { lostPhoneDisputed, notify } from '../notifications/index.ts';

export type NewReport = Pick<LostPhonesTable, 'known_as' | 'lost_on' | 'place' | 'proof' | 'picture'>;
type Recipient = { userId: string; email: string };

const ACTIVE = ['open', 'accepted'] as const;

const notifyOfDispute = async (tx: Db, { hash, last4 }: PhoneKey, reporter: Recipient, now: number): Promise<void> => {
  const others = await tx
    .selectFrom('lost_phones')
    .innerJoin('users', 'users.id', 'lost_phones.reporter_id')
    .select(['users.id as userId', 'users.email'])
    .where('lost_phones.imei_hash', '=', hash)
    .where('lost_phones.state', 'in', ACTIVE)
    .where('lost_phones.reporter_id', '!=', reporter.userId)
    .execute();
  if (others.length === 0) return;
  const words = lostPhoneDisputed({ last4 });
  await notify(
    tx,
    [reporter, ...others].map((recipient) => ({ recipient, words })),
    now,
  );
};

type Reporting = { reporter: Recipient; images: PicturePlace; now: number };

const writeReport = async (tx: Db, phone: PhoneKey, report: NewReport, { reporter, images, now }: Reporting): Promise<string> => {
  await markImagesUsed(tx, images, { addresses: report.picture === null ? [] : [report.picture], now });
  const id = uuid();
  const undecided = { state: 'open', reason: null, decided_by: null, decided_at: null } as const;
  await tx
    .insertInto('lost_phones')
    .values({ ...report, ...undecided, id, imei_hash: phone.hash, last4: phone.last4, reporter_id: reporter.userId, created_at: now })
    .execute();
  return id;
};

/** Keeps a report; answers its id, `known` when this person has reported the phone already, `too_many` when five of theirs are undecided. */
export const insertReport = (db: Db, phone: PhoneKey, report: NewReport, reporting: Reporting): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { reporter, now } = reporting;
    // A person's reports are counted one after the other.
    await tx
      .updateTable('users')
      .set((eb) => ({ removed_at: eb.ref('removed_at') }))
      .where('id', '=', reporter.userId)
      .execute();
    await lockPhone(tx, phone, now);
    const own = tx.selectFrom('lost_phones').where('reporter_id', '=', reporter.userId);
    const known = await own.select('id').where('imei_hash', '=', phone.hash).where('state', 'in', ACTIVE).executeTakeFirst();
    if (known) return 'known';
    const open = await own.select('id').where('state', '=', 'open').limit(MAX_OPEN_REPORTS).execute();
    if (open.length === MAX_OPEN_REPORTS) return 'too_many';
    const id = await writeReport(tx, phone, report, reporting);
    await notifyOfDispute(tx, phone, reporter, now);
    return id;
  });

export const findReport = (db: Db, id: string): Promise<LostPhonesTable | undefined> =>
  db.selectFrom('lost_phones').selectAll().where('id', '=', id).executeTakeFirst();

const cursorOf = ({ created_at, id }: Pick<LostPhonesTable, 'created_at' | 'id'>): Cursor => ({ key: created_at, id });

export const findReportsOf = async (db: Db, reporterId: string, limit: number, after: Cursor | null): Promise<PageOf<LostPhonesTable>> => {
  const rows = await db
    .selectFrom('lost_phones')
    .selectAll()
    .where('reporter_id', '=', reporterId)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, cursorOf, (row) => row);
};

export type QueuedRow = LostPhonesTable & { reporter_name: string; reporter_email: string; key_id: string };

/** Reports in one state, the latest first. */
export const findQueue = async (db: Db, state: LostPhonesTable['state'], limit: number, after: Cursor | null): Promise<PageOf<QueuedRow>> => {
  const rows = await db
    .selectFrom('lost_phones')
    .innerJoin('users', 'users.id', 'lost_phones.reporter_id')
    .innerJoin('phones', 'phones.imei_hash', 'lost_phones.imei_hash')
    .selectAll('lost_phones')
    .select(['users.name as reporter_name', 'users.email as reporter_email', 'phones.key_id'])
    .where('lost_phones.state', '=', state)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('lost_phones.created_at', 'lost_phones.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('lost_phones.created_at', 'desc')
    .orderBy('lost_phones.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, cursorOf, (row) => row);
};

/** What there is of these phones in the shop: their listings, and who reports them. */
export const findAround = async (db: Db, hashes: string[]) => {
  if (hashes.length === 0) return { listings: [], reports: [] };
  const listings = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'listings.imei_hash', 'listings.model_name', 'listings.sold_at', 'listings.removed_at', 'users.email'])
    .where('listings.imei_hash', 'in', hashes)
    .execute();
  const reports = await db.selectFrom('lost_phones').select(['id', 'imei_hash']).where('imei_hash', 'in', hashes).where('state', 'in', ACTIVE).execute();
  return { listings, reports };
};
export type Around = Awaited<ReturnType<typeof findAround>>;
