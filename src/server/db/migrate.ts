import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseConfig } from './database.ts';
import { practiceCardTables, shopTables } from './migrations/001-shop.ts';
import { identityTables } from './migrations/002-identity.ts';
import { addListingFilters } from './migrations/003-listing-filters.ts';
import { similarListings } from './migrations/004-similar-listings.ts';
import { addOrderLife } from './migrations/005-order-life.ts';
import { addShelf } from './migrations/006-shelf.ts';
import type { Db } from './tables.ts';

/** The database holds more than this version of the shop knows of. */
export class NewerDatabase extends Error {}

/** A copy into the database was begun and has not ended: it may hold a part of a shop. */
export class UnfinishedCopy extends Error {}

/** A table that is there from the beginning to the end of a copy. */
export const UNFINISHED_COPY = 'unfinished_copy';

const running = (statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Numbered, and never changed once they have landed: a new need is a new number. */
const migrationsFor = (engine: DatabaseConfig['kind']): Record<string, Migration> => ({
  '001-shop': running([...shopTables, ...practiceCardTables]),
  '002-identity': running(identityTables(engine)),
  '003-listing-filters': { up: addListingFilters },
  '004-similar-listings': running(similarListings),
  '005-order-life': { up: addOrderLife },
  '006-shelf': { up: addShelf },
});

/** Brings the database to this version's shape. Throws `NewerDatabase` or `UnfinishedCopy`, having changed nothing; the copy itself is let through. */
export const migrate = async (db: Db, engine: DatabaseConfig['kind'], { isCopying = false } = {}): Promise<void> => {
  const migrations = migrationsFor(engine);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!isCopying && tables.some((table) => table.name === UNFINISHED_COPY)) throw new UnfinishedCopy();
  if (tables.some((table) => table.name === 'migrations')) {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
    const unknown = rows.map((row) => row.name).filter((name) => !(name in migrations));
    if (unknown.length > 0) throw new NewerDatabase(unknown.join(', '));
  }
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
