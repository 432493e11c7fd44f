import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';

it('Says in JSON that a file could not be read, however it would have been compressed', async () => {
  const shop = await createTestApp({}, { breaksDatabase: true });
  const { token } = await createPerson(shop, 'admin');
  await sql`alter table audit_log rename to lost`.execute(shop.services.db);
  const address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  for (const encoding of ['br', 'gzip']) {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const reply = await fetch(`${address}/api/auditLog/export`, { headers });
    expect([reply.status, reply.headers.get('content-type'), await reply.json()]).toEqual([
      500,
      'application/json; charset=utf-8',
      { message: expect.stringContaining('nothing was lost'), code: 'internal' },
    ]);
    expect([reply.headers.get('content-encoding'), reply.headers.get('content-disposition')]).toEqual([null, null]);
  }
  await shop.close();
});
