import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { type MailServer, startMailServer } from '#test/support/doubles/mail-server.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { createClient } from '#test/support/world/client.ts';

const LOGIN = { user: 'shop@redial.test', password: 'p@ss:word' };
const READER = 'reader@example.test';

let directory: ReturnType<typeof temporaryDirectory>;
let mailServer: MailServer;
beforeAll(async () => {
  directory = temporaryDirectory();
  mailServer = await startMailServer({ login: LOGIN });
});
afterAll(async () => {
  await mailServer.stop();
  directory.remove();
});

/** Makes everything in the outbox due now. */
async function hurry(): Promise<void> {
  const db = openDatabase({ kind: 'sqlite', file: join(directory.path, 'redial.db') });
  await db.updateTable('outbox').set({ due_at: 0 }).where('due_at', 'is not', null).execute();
  await db.destroy();
}

test('An email requested while the mail server was down arrives after a restart, and sign-up doesn’t wait for it', async () => {
  const port = await findFreePort();
  const settings = {
    DATA_DIR: directory.path,
    DEMO: 'false',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Redial <shop@redial.test>',
    LOG_LEVEL: 'info',
  };
  await mailServer.stop();
  const before = await startServer(settings);
  await createClient(before.url).signUp(READER, 'buyer');
  await expect.poll(before.output, { timeout: 20_000 }).toContain('accept email');
  await before.kill();

  await hurry();
  await mailServer.start();
  const after = await startServer(settings);
  await expect.poll(() => mailServer.mails.length, { timeout: 20_000 }).toBe(1);
  const [mail] = mailServer.mails;
  expect(mail).toMatchObject({ to: READER, subject: 'Verify your email address for Redial' });
  const link = /https?:\S+/u.exec(mail?.text ?? '')?.[0] ?? '';
  expect(link).toContain(`${after.url}/api/auth/verify-email?`);
  expect(await (await fetch(link)).text()).toContain('Yes, it’s mine');
  // The password that the test client signs people up with.
  const proof = new URLSearchParams({ password: 'practice123' });
  expect((await fetch(link, { method: 'POST', body: proof, redirect: 'manual' })).headers.get('location')).toBe('/email-verified?verified=1');
  expect(await after.stop()).toBe(0);
  for (const secret of [LOGIN.password, encodeURIComponent(LOGIN.password), READER]) expect(before.output() + after.output()).not.toContain(secret);
});
