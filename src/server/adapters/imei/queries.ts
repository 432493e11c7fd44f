import type { TacModelsTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';

export function findTac(db: Db, tac: string): Promise<TacModelsTable | undefined> {
  return db.selectFrom('tac_models').selectAll().where('tac', '=', tac).executeTakeFirst();
}

export const findTacs = (db: Db, tacs: string[]): Promise<TacModelsTable[]> => db.selectFrom('tac_models').selectAll().where('tac', 'in', tacs).execute();

export async function writeTacs(db: Db, rows: TacModelsTable[]): Promise<void> {
  await db
    .insertInto('tac_models')
    .values(rows)
    .onConflict((conflict) => conflict.column('tac').doUpdateSet((eb) => ({ brand: eb.ref('excluded.brand'), models: eb.ref('excluded.models') })))
    .execute();
}
