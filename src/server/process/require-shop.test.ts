import { expect, test } from 'vitest';
import { type Config, readConfig } from '#server/config/config.ts';
import { OperatorFault } from '#server/errors.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { requireShop } from './require-shop.ts';

const configOf = ({ config: database, directory }: TestDatabase): Config => ({ ...readConfig({}), dataDir: directory, database });

test('A command for a shop refuses a database that has none, and leaves it empty', async () => {
  const database = await emptyDatabase();
  expect(await database.db.introspection.getTables()).toEqual([]);
  await expect(requireShop(configOf(database))).rejects.toThrow(OperatorFault);
  expect(await database.db.introspection.getTables()).toEqual([]);
  await database.drop();
});

test('A command for a shop takes one without listings', async () => {
  const database = await freshDatabase();
  expect(await requireShop(configOf(database))).toEqual(configOf(database));
  await database.drop();
});
