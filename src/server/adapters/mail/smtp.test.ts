import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mailer, NotSent } from '#server/ports/mailer.ts';
import { describeMailer, newMail } from '#test/ports/mail.suite.ts';
import { type MailServer, startMailServer } from '#test/support/doubles/mail-server.ts';
import { TEST_CERTIFICATE } from '#test/support/test-certificate.ts';
import { createSmtpMailer, type SmtpOptions } from './smtp.ts';

const FROM = { name: 'Rédial, "the" shop\r\nBcc: stranger@example.test', address: 'shop@redial.test' };
const LOGIN = { user: 'shop@redial.test', password: 'p@ss: word/1' };

function mailerFor({ port }: MailServer, changes: Partial<SmtpOptions> = {}): Mailer {
  return createSmtpMailer({
    host: '127.0.0.1',
    port,
    encryption: 'plain',
    login: null,
    from: FROM,
    // A busy machine must not look like a server that hangs.
    timeouts: { connectMs: 60_000, idleMs: 60_000 },
    ...changes,
  });
}

describeMailer('an SMTP server', async () => {
  const server = await startMailServer({ login: LOGIN });
  const mailer = mailerFor(server, { login: LOGIN });
  return {
    mailer,
    arrived: async () => server.mails.map(({ to, subject, text, html }) => ({ to, subject, text, html })),
    async close() {
      mailer.close?.();
      await server.stop();
    },
  };
});

describe('Email over SMTP', () => {
  const opened: { server: MailServer; mailer: Mailer }[] = [];
  const open = async (server?: Parameters<typeof startMailServer>[0], mailer?: Partial<SmtpOptions>) => {
    const started = await startMailServer(server);
    const both = { server: started, mailer: mailerFor(started, mailer) };
    opened.push(both);
    return both;
  };
  afterEach(async () => {
    for (const { server, mailer } of opened.splice(0)) {
      mailer.close?.();
      await server.stop();
    }
  });

  const failureOf = (sent: Promise<void>): Promise<Pick<NotSent, 'message' | 'scope'>> =>
    sent.then(
      () => ({ message: 'none', scope: 'never' }),
      (error: NotSent) => ({ message: error.message, scope: error.scope }),
    );

  it('An email names its sender, one recipient and a stable id, and nothing injected by a name', async () => {
    const { server, mailer } = await open();
    const mail = newMail();
    await mailer.send(mail);
    await mailer.send(mail);
    const [first, second] = server.mails;
    expect(first?.email).toMatchObject({ to: [{ address: mail.to }], messageId: `<${mail.id}@redial.test>` });
    expect(first?.email.from?.address).toBe(FROM.address);
    expect(second?.email.messageId).toBe(first?.email.messageId);
    const names = first?.email.headers.map(({ key }) => key);
    for (const name of ['bcc', 'cc', 'reply-to']) expect(names).not.toContain(name);
    expect(first?.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  });

  it.each([
    [
      { at: 'recipient', reply: 550 },
      { message: 'RCPT TO 550', scope: 'never' },
    ],
    [
      { at: 'data', reply: 554 },
      { message: 'DATA 554', scope: 'never' },
    ],
    [
      { at: 'recipient', reply: 450 },
      { message: 'RCPT TO 450', scope: 'later' },
    ],
    [
      { at: 'data', reply: 451 },
      { message: 'DATA 451', scope: 'later' },
    ],
    [
      { at: 'recipient', reply: 421 },
      { message: 'CONN 421', scope: 'server' },
    ],
    [
      { at: 'sender', reply: 550 },
      { message: 'MAIL FROM 550', scope: 'server' },
    ],
    ['silent', { message: 'ETIMEDOUT', scope: 'server' }],
    ['drops after data', { message: 'ECONNECTION', scope: 'server' }],
  ] as const)('A server fault %j makes the email fail as %j, without quoting the reply', async (mood, failure) => {
    const { server, mailer } = await open(undefined, mood === 'silent' ? { timeouts: { connectMs: 200, idleMs: 200 } } : {});
    server.mood = mood;
    expect(await failureOf(mailer.send(newMail()))).toEqual(failure);
    if (mood === 'silent') return;
    server.mood = 'well';
    await mailer.send(newMail({ subject: 'Afterwards' }));
    expect(server.mails.at(-1)?.subject).toBe('Afterwards');
  });

  it('An email waits while the server is down or refuses the login', async () => {
    const { server, mailer } = await open({ login: LOGIN }, { login: { ...LOGIN, password: 'another' } });
    expect(await failureOf(mailer.send(newMail()))).toEqual({ message: 'AUTH PLAIN 535', scope: 'server' });
    expect(await failureOf(mailer.check?.() ?? Promise.resolve())).toEqual({ message: 'AUTH PLAIN 535', scope: 'server' });
    await server.stop();
    expect(await failureOf(mailer.send(newMail()))).toMatchObject({ scope: 'server' });
    expect(server.mails).toEqual([]);
  });

  it('An email is abandoned after its sender’s timeout', async () => {
    const { server, mailer } = await open();
    server.mood = 'silent';
    const asked = new AbortController();
    const sent = failureOf(mailer.send(newMail(), asked.signal));
    asked.abort();
    expect(await sent).toEqual({ message: 'EABORT', scope: 'server' });
  });

  describe('Encrypted SMTP', () => {
    it.each(['tls', 'starttls'] as const)('Sends email and login (%s) only to a server with a valid certificate', async (encryption) => {
      const { server, mailer } = await open({ login: LOGIN, encryption }, { login: LOGIN, encryption, host: 'localhost' });
      expect((await failureOf(mailer.send(newMail()))).scope).toBe('server');
      expect([server.mails, server.logins]).toEqual([[], []]);
      const before = getCACertificates('default');
      setDefaultCACertificates([...before, TEST_CERTIFICATE]);
      const mail = newMail();
      await mailer.send(mail).finally(() => setDefaultCACertificates(before));
      expect(server.mails.map(({ to }) => to)).toEqual([mail.to]);
      expect(server.logins).toEqual([LOGIN.user]);
    });

    it('Doesn’t send without STARTTLS where it is required', async () => {
      const { server, mailer } = await open({ login: LOGIN }, { login: LOGIN, encryption: 'starttls' });
      expect((await failureOf(mailer.send(newMail()))).scope).toBe('server');
      expect([server.mails, server.logins]).toEqual([[], []]);
    });
  });
});
