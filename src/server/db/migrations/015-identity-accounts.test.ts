import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { oneOwnerEach } from './012-identity-accounts.ts';

test('An identity that was written twice remains once, as written last', async () => {
  const { db, drop } = await freshDatabase();
  await sql`drop index identity_accounts_key`.execute(db);
  await sql`insert into identity_users ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('olga', 'Olga', 'olga@example.test', (1 = 1), '2026-01-01', '2026-01-01')`.execute(db);
  for (const [id, provider, account] of [
    ['1', 'oidc', 'person-1'],
    ['2', 'credential', 'olga'],
    ['3', 'oidc', 'person-1'],
    ['4', 'credential', 'olga'],
    ['5', 'google', 'person-1'],
  ])
    await sql`insert into identity_accounts ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
      values (${id}, ${provider}, ${account}, 'olga', '2026-01-01', '2026-01-01')`.execute(db);
  for (const statement of oneOwnerEach) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ id: string }>`select "id" from identity_accounts order by "id"`.execute(db);
  expect(rows.map(({ id }) => id)).toEqual(['3', '4', '5']);
  await drop();
});
