import type { Selectable } from 'kysely';
import { readRows } from '../../../db/paging.ts';
import type { PracticeAccountsTable, PracticeReversalsTable, PracticeTransfersTable } from '../../../db/tables/practice-cards.ts';
import type { Db } from '../../../db/tables.ts';
import type { Account, Reversal, Transfer } from './account.ts';
import type { IntentDetails } from './intent.ts';
import type { Page, Work } from './queries.ts';

type Reading = Db | Work;

const NEWEST_FIRST = { key: 'created_at', id: 'id' } as const;

export async function insertAccount(work: Work, { id, status, bank, metadata, createdAt }: Account): Promise<void> {
  await work
    .insertInto('practice_accounts')
    .values({ id, status, bank, metadata: JSON.stringify(metadata), created_at: createdAt })
    .execute();
}

export async function findAccount(db: Reading, id: string): Promise<Account | null> {
  const row = await db.selectFrom('practice_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAccount(row) : null;
}

function toAccount({ id, status, bank, metadata, created_at }: Selectable<PracticeAccountsTable>): Account {
  // Only ever written by `insertAccount` and `updateAccount`.
  return { id, status: status as Account['status'], bank: bank as Account['bank'], metadata: JSON.parse(metadata), createdAt: created_at };
}

export async function updateAccount(work: Work, { id, status, bank }: Account): Promise<void> {
  await work.updateTable('practice_accounts').set({ status, bank }).where('id', '=', id).execute();
}

export async function deleteAccount(work: Work, id: string): Promise<void> {
  await work.deleteFrom('practice_accounts').where('id', '=', id).execute();
}

/** The amount of a paid charge, and what was transferred of it so far; null for an unknown charge. */
export async function findSource(work: Work, chargeId: string): Promise<{ amount: number; transferred: number } | null> {
  const rows = await work
    .selectFrom('practice_intents')
    .select(['amount', 'details'])
    .where('status', '=', 'succeeded')
    .where('details', 'like', `%"chargeId":"${chargeId}"%`)
    .execute();
  const found = rows.find(({ details }) => (JSON.parse(details) as IntentDetails).chargeId === chargeId);
  if (!found) return null;
  const { transferred } = await work
    .selectFrom('practice_transfers')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('transferred'))
    .where('source', '=', chargeId)
    .executeTakeFirstOrThrow();
  return { amount: found.amount, transferred: Number(transferred) };
}

export async function insertTransfer(work: Work, { accountId, metadata, group, createdAt, ...transfer }: Transfer): Promise<void> {
  await work
    .insertInto('practice_transfers')
    .values({ ...transfer, account_id: accountId, metadata: JSON.stringify(metadata), transfer_group: group, created_at: createdAt })
    .execute();
}

export async function findTransfer(db: Reading, id: string): Promise<Transfer | null> {
  const row = await db.selectFrom('practice_transfers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toTransfer(row) : null;
}

function toTransfer({ account_id, transfer_group, metadata, created_at, ...row }: Selectable<PracticeTransfersTable>): Transfer {
  return { ...row, accountId: account_id, group: transfer_group, metadata: JSON.parse(metadata), createdAt: created_at };
}

type Among = { destination: string | null; since: number | null; group: string | null };

/** Newest first, with one row more than the limit when there are more. */
export async function listTransfers(db: Reading, { destination, since, group }: Among, page: Page): Promise<Transfer[]> {
  let query = db.selectFrom('practice_transfers').selectAll();
  if (destination !== null) query = query.where('account_id', '=', destination);
  if (since !== null) query = query.where('created_at', '>=', since);
  if (group !== null) query = query.where('transfer_group', '=', group);
  return (await readRows(query, NEWEST_FIRST, page)).map(toTransfer);
}

/** Takes back part of a transfer; returns false when less than that is left of it. */
export async function takeBack(work: Work, transferId: string, amount: number): Promise<boolean> {
  const { numUpdatedRows } = await work
    .updateTable('practice_transfers')
    .set((eb) => ({ reversed: eb('reversed', '+', amount) }))
    .where('id', '=', transferId)
    .where((eb) => eb(eb('reversed', '+', amount), '<=', eb.ref('amount')))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertReversal(work: Work, { transferId, metadata, createdAt, ...reversal }: Reversal): Promise<void> {
  await work
    .insertInto('practice_reversals')
    .values({ ...reversal, transfer_id: transferId, metadata: JSON.stringify(metadata), created_at: createdAt })
    .execute();
}

export async function findReversal(db: Reading, id: string): Promise<Reversal | null> {
  const row = await db.selectFrom('practice_reversals').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toReversal(row) : null;
}

function toReversal({ transfer_id, metadata, created_at, ...row }: Selectable<PracticeReversalsTable>): Reversal {
  return { ...row, transferId: transfer_id, metadata: JSON.parse(metadata), createdAt: created_at };
}

export async function listReversals(db: Reading, transferId: string, page: Page): Promise<Reversal[]> {
  return (await readRows(db.selectFrom('practice_reversals').selectAll().where('transfer_id', '=', transferId), NEWEST_FIRST, page)).map(toReversal);
}
