import { vi } from 'vitest';
import type { Db } from '#server/db/tables.ts';

/** Lets something happen after what a request or a sweep reads first, before its transaction. */
export function beforeNextTransaction(db: Db, act: () => Promise<unknown>): void {
  const transaction = db.transaction();
  const execute = transaction.execute.bind(transaction);
  transaction.execute = async (work) => {
    await act();
    return execute(work);
  };
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => transaction);
}
