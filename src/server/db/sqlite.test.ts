import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';

test('A limit is written into the SQL, which SQLite would otherwise plan again at each run', async () => {
  const { db, drop } = await freshDatabase('');
  const { sql, parameters } = db.selectFrom('users').select('id').where('name', '=', 'Ann').limit(7).compile();
  expect(sql).toMatch(/limit 7$/u);
  expect(parameters).toEqual(['Ann']);
  await drop();
});
