import type { Selectable } from 'kysely';
import type { PayoutAccountsTable } from '../../db/tables/payouts.ts';
import type { Db } from '../../db/tables.ts';

export type AccountRow = Selectable<PayoutAccountsTable>;
type Provider = AccountRow['provider'];

export function findAccountOf(db: Db, sellerId: string, provider: Provider): Promise<AccountRow | undefined> {
  return db.selectFrom('payout_accounts').selectAll().where('seller_id', '=', sellerId).where('provider', '=', provider).executeTakeFirst();
}

/** Undefined for an account that isn't, or is no longer, a seller's. */
export function findAccountById(db: Db, accountId: string, provider: Provider): Promise<AccountRow | undefined> {
  return db.selectFrom('payout_accounts').selectAll().where('account_id', '=', accountId).where('provider', '=', provider).executeTakeFirst();
}

/** Stores a seller's first account, or the one that replaces it; an account that another process stored meanwhile stays. */
export async function saveAccount(db: Db, account: AccountRow): Promise<void> {
  const { seller_id: _, provider: _provider, ...columns } = account;
  await db
    .insertInto('payout_accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['seller_id', 'provider']).doUpdateSet(columns).where('payout_accounts.opened', '<', account.opened))
    .execute();
}

/** Stores an account's state as the provider has it now; returns whether it differs. */
export async function updateAccount(
  db: Db,
  { seller_id, provider, account_id }: AccountRow,
  { state, trouble, now }: Pick<AccountRow, 'state' | 'trouble'> & { now: number },
): Promise<boolean> {
  const same = db.updateTable('payout_accounts').where('seller_id', '=', seller_id).where('provider', '=', provider).where('account_id', '=', account_id);
  const { numUpdatedRows } = await same
    .set({ state, trouble, checked_at: now })
    .where((eb) => eb.or([eb('state', '<>', state), eb(eb.fn.coalesce('trouble', eb.val('')), '<>', trouble ?? '')]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await same.set({ checked_at: now }).execute();
  return numUpdatedRows > 0n;
}
