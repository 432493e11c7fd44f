import type { Db } from '../../db/tables.ts';
import type { TacDirectory } from '../../ports/tac-directory.ts';
import { findTac } from './queries.ts';

/** The codes that the operator imported with `npm run tac:import`; empty until then. */
export function createImportedTacs(db: Db): TacDirectory {
  return {
    async find(tac) {
      const row = await findTac(db, tac);
      // We wrote it ourselves from a parsed file.
      return row ? { brand: row.brand, models: JSON.parse(row.models) as string[] } : null;
    },
  };
}
