import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { ArrivedMail } from '../../ports/mail.suite.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../test-certificate.ts';

/** What goes wrong with the next emails: a reply to a command, or a connection failure. */
export type Mood =
  | 'well'
  | { at: 'login' | 'sender' | 'recipient' | 'data'; reply: number; to?: string }
  | 'silent'
  /** It accepts the email, but drops the connection before replying. */
  | 'drops after data';

export type MailServer = {
  port: number;
  mood: Mood;
  /** Every email received, in order of arrival. */
  mails: (ArrivedMail & { raw: string; email: Email })[];
  /** Users who logged in, and the number of connections. */
  logins: string[];
  connections: number;
  stop(): Promise<void>;
  /** Reopens on the same port. */
  start(): Promise<void>;
};

type MailServerOptions = { login?: { user: string; password: string }; encryption?: 'tls' | 'starttls' | 'plain' };

/** Stands in for the operator's mail server: real SMTP on its own port, which can be made to misbehave. */
export async function startMailServer({ login, encryption = 'plain' }: MailServerOptions = {}): Promise<MailServer> {
  const open: { server: SMTPServer | null } = { server: null };
  const failsAt = (at: string, to?: string): Error | null => {
    const { mood } = state;
    return typeof mood === 'object' && mood.at === at && (mood.to === undefined || mood.to === to) ? withReply(mood.reply) : null;
  };
  const options: SMTPServerOptions = {
    secure: encryption === 'tls',
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    disabledCommands: [...(encryption === 'plain' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onConnect(_session, done) {
      state.connections += 1;
      if (state.mood !== 'silent') done();
    },
    onAuth({ username, password }, _session, done) {
      const failure = failsAt('login');
      if (failure) return done(failure);
      if (username !== login?.user || password !== login?.password) return done(withReply(535));
      state.logins.push(String(username));
      done(null, { user: username });
    },
    onMailFrom: (_address, _session, done) => done(failsAt('sender')),
    onRcptTo: ({ address }, _session, done) => done(failsAt('recipient', address)),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const failure = failsAt('data', envelope.rcptTo[0]?.address);
        if (failure) return done(failure);
        for (const { address } of envelope.rcptTo) state.mails.push(await toArrived(Buffer.concat(parts), address));
        if (state.mood !== 'drops after data') return done();
        for (const connection of open.server?.connections ?? []) (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
      });
    },
  };
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const server = new SMTPServer(options);
      server.on('error', (error) => (server.server.listening ? undefined : reject(error)));
      server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
      open.server = server;
    });
  const state: MailServer = {
    port: 0,
    mood: 'well',
    mails: [],
    logins: [],
    connections: 0,
    stop: () => new Promise((resolve) => (open.server ? open.server.close(() => resolve()) : resolve())),
    async start() {
      await listen(state.port);
    },
  };
  state.port = await listen(0);
  return state;
}

const withReply = (reply: number): Error => Object.assign(new Error('This is not taken.'), { responseCode: reply });

async function toArrived(raw: Buffer, to: string): Promise<MailServer['mails'][number]> {
  const email = await PostalMime.parse(raw);
  const lines = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n');
  return { to, subject: email.subject ?? '', text: lines(email.text), html: lines(email.html), raw: raw.toString('latin1'), email };
}
