import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../../db/tables.ts';
import type { Services } from '../../../services.ts';
import { inBatches, workThrough } from '../../../work-through.ts';
import { deleteEndedImport, deleteSomeRows, endIdleImports, findEndedImports } from './forget-queries.ts';

const ROWS_AT_ONCE = 200;

/** Deletes imports a week after their end, and files that nobody confirmed within a day, because the checks of their IMEIs and photos are outdated. */
export async function forgetImports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await endIdleImports(db, clock.now() - days(1));
  await workThrough(await findEndedImports(db, clock.now() - days(7)), async (id) => void (await forgetImport(db, id)));
}

/** Deletes an import that has ended: a few rows at a time, so that requests hardly wait for it. */
export async function forgetImport(db: Db, id: string): Promise<void> {
  await inBatches(ROWS_AT_ONCE, (limit) => deleteSomeRows(db, id, limit));
  await deleteEndedImport(db, id);
}
