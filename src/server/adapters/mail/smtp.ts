import { type Mailer, NotSent, type NotSentScope } from '../../ports/mailer.ts';
import { toOneLine } from './one-line.ts';

export type SmtpOptions = {
  host: string;
  port: number;
  /** `tls`: from the first byte. `starttls`: upgraded right after the greeting, else nothing is sent. `plain`: unencrypted. */
  encryption: 'tls' | 'starttls' | 'plain';
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
  /** The longest time for each step; for tests. */
  timeouts?: { connectMs: number; idleMs: number };
};

const TIMEOUTS = { connectMs: 10_000, idleMs: 30_000 };
const CONNECTIONS = 3;

/** A single plain address: no list, name or route. Anything that a mail server could interpret further is refused. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}]{1,253}$/u;

/** The library's errors. */
type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

/** 421 ends a session, 454 is a temporary login failure: both are about the server, not this email. */
const SERVER_REPLIES = new Set([421, 454]);
/** A refusal of one of these concerns every email rather than this one: they identify the client and the sender. */
const SERVER_COMMANDS = new Set(['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'MAIL FROM', 'RSET']);

/** Sends mail through an SMTP server. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from } = options;
  const domain = from.address.split('@')[1] ?? 'localhost';
  let pool: ReturnType<typeof openPool> | null = null;
  const opened = () => (pool ??= openPool(options));
  return {
    kind: 'smtp',
    async send({ id, to, subject, text, html, unsubscribe }, signal) {
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
          // Asks mail servers not to send automatic replies, such as out-of-office messages.
          headers: {
            Subject: await toSubject(subject),
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
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

/** Connects and loads the library at the first email: a shop that sends none needs neither. */
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
    // The outbox does the retries.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    // An email contains only its own text, never a file or a web page.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The library passes on text that looks encoded already, which would change what a person wrote: such subjects are encoded as a whole. */
async function toSubject(subject: string): Promise<string | { prepared: true; value: string }> {
  const line = toOneLine(subject);
  if (!line.includes('=?')) return line;
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return { prepared: true, value: encodeWord(line, 'B', 52) };
}

/** The text of a reply may name people: the command and the status code are enough. */
function toNotSent(error: unknown): NotSent {
  const fault: SmtpFault = error instanceof Error ? error : new Error(String(error));
  const what = fault.responseCode ? [fault.command, fault.responseCode].filter(Boolean).join(' ') : (fault.code ?? 'UNKNOWN');
  return new NotSent(what, scopeOf(fault));
}

function scopeOf({ code, command = '', responseCode = 0 }: SmtpFault): NotSentScope {
  // The library itself found that this email can't be sent over SMTP, or is larger than the server accepts.
  if (responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'never';
  if (code === 'EAUTH' || command.startsWith('AUTH') || SERVER_COMMANDS.has(command) || SERVER_REPLIES.has(responseCode)) return 'server';
  if (responseCode >= 500) return 'never';
  return responseCode >= 400 ? 'later' : 'server';
}
