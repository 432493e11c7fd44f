import { type Mailer, NotSent, type NotSentScope } from '../../ports/mailer.ts';
import { toOneLine } from './one-line.ts';

export type SmtpOptions = {
  host: string;
  port: number;
  /** `tls`: from the first byte. `starttls`: as soon as the server has greeted, or not at all. `plain`: unencrypted. */
  encryption: 'tls' | 'starttls' | 'plain';
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
  /** How long each step may take; for tests. */
  timeouts?: { connectMs: number; idleMs: number };
};

const TIMEOUTS = { connectMs: 10_000, idleMs: 30_000 };
const CONNECTIONS = 3;

/** One address and nothing else: no list, no name, no route. What a mail server would read more into is nobody's address here. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}]{1,253}$/u;

/** What the library says of a failure. */
type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

/** 421 ends a session, 454 is a login that can't be tried now: both are about the server, not about this mail. */
const SERVER_REPLIES = new Set([421, 454]);
/** Where a no to all that follows is said, rather than to one mail: who we are, and in whose name we send. */
const SERVER_COMMANDS = new Set(['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'MAIL FROM', 'RSET']);

/** Sends mail through an SMTP server. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from } = options;
  const domain = from.address.split('@')[1] ?? 'localhost';
  let pool: ReturnType<typeof openPool> | null = null;
  const opened = () => (pool ??= openPool(options));
  return {
    kind: 'smtp',
    async send({ id, to, subject, text, html }, signal) {
      if (!PLAIN_ADDRESS.test(to)) throw new NotSent('NOT AN ADDRESS', 'never');
      const transport = await opened();
      await transport
        .sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          text,
          html,
          // No answer of a machine is wanted, and none should go to people who are away.
          headers: { Subject: await toSubject(subject), 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...(signal && { signal }),
        })
        .catch((error: unknown) => {
          throw toNotSent(error);
        });
    },
    async check() {
      const transport = await opened();
      await transport.verify().catch((error: unknown) => {
        throw toNotSent(error);
      });
    },
    close() {
      void pool?.then((transport) => transport.close({ force: true }));
      pool = null;
    },
  };
}

/** Opens nothing before the first mail, and loads the library only then: a shop that sends nothing has none of it. */
async function openPool({ host, port, encryption, login, timeouts = TIMEOUTS }: SmtpOptions) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'plain',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    maxConnections: CONNECTIONS,
    // Tries are the outbox's.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    // A mail holds its own words, never a file's or an address's.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The library lets through what looks encoded already, and a person's words would be read as others: those are encoded whole. */
async function toSubject(subject: string): Promise<string | { prepared: true; value: string }> {
  const line = toOneLine(subject);
  if (!line.includes('=?')) return line;
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return { prepared: true, value: encodeWord(line, 'B', 52) };
}

/** A reply's own words may name people: the command and the number say enough. */
function toNotSent(error: unknown): NotSent {
  const fault: SmtpFault = error instanceof Error ? error : new Error(String(error));
  const what = fault.responseCode ? [fault.command, fault.responseCode].filter(Boolean).join(' ') : (fault.code ?? 'UNKNOWN');
  return new NotSent(what, scopeOf(fault));
}

function scopeOf({ code, command = '', responseCode = 0 }: SmtpFault): NotSentScope {
  // The library itself found that this mail can't be said in SMTP, or is larger than the server takes.
  if (responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'never';
  if (code === 'EAUTH' || command.startsWith('AUTH') || SERVER_COMMANDS.has(command) || SERVER_REPLIES.has(responseCode)) return 'server';
  if (responseCode >= 500) return 'never';
  return responseCode >= 400 ? 'later' : 'server';
}
