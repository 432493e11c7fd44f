import { sql } from 'kysely';
import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import { spansOf } from '../../security/rate-limiter.ts';

/**
 * Takes one attempt from a budget shared by all processes. Returns 0, or the seconds until the next attempt, in which case nothing is spent. A single
 * statement, so concurrent guesses can't spend the same attempt. A stored time beyond the budget's span means that the clock was set back.
 */
export async function spendShared(db: Db, id: string, budget: Budget, now: number): Promise<number> {
  const { costMs, spanMs } = spansOf(budget);
  const end = now + spanMs;
  const { rows } = await sql<{ whole_at: number }>`
    insert into spent_budgets (id, whole_at) values (${id}, ${now + costMs})
    on conflict (id) do update set whole_at = case
      when spent_budgets.whole_at > ${now} and spent_budgets.whole_at <= ${end} then spent_budgets.whole_at + ${costMs}
      else ${now + costMs} end
    where not (spent_budgets.whole_at > ${end - costMs} and spent_budgets.whole_at <= ${end})
    returning whole_at`.execute(db);
  if (rows.length > 0) return 0;
  const row = await db.selectFrom('spent_budgets').select('whole_at').where('id', '=', id).executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.whole_at ?? end) + costMs - end) / 1000));
}

/** Gives back an attempt that turned out not to count. */
export async function giveBackShared(db: Db, id: string, budget: Budget): Promise<void> {
  const { costMs } = spansOf(budget);
  await db
    .updateTable('spent_budgets')
    .set((eb) => ({ whole_at: eb('whole_at', '-', costMs) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes the rows of fully recovered budgets. */
export async function forgetWholeBudgets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('spent_budgets').where('whole_at', '<=', now).execute();
}
