import { z } from 'zod';

/** Where email goes: stored for the mailbox page, or to a mail server. */
export type MailConfig =
  | { kind: 'mailbox' }
  | {
      kind: 'smtp';
      host: string;
      port: number;
      encryption: 'tls' | 'starttls' | 'plain';
      login: { user: string; password: string } | null;
      from: { name: string; address: string };
    };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu;
const TLS_PORT = 465;
const SUBMISSION_PORT = 587;

const SMTP_FORM =
  'SMTP_URL: set smtps://user:password@host:465 or smtp://user:password@host:587; write @, : and / in the user name or password as %40, %3A and %2F.';
const FROM_FORM = 'MAIL_FROM: set an email address, or a name and one: Redial <shop@example.com>.';

type Server = { isTls: boolean; host: string; port: number; login: { user: string; password: string } | null };

const Address = z.email().max(254);

export const mailSettings = {
  SMTP_URL: parsedBy(toServer, SMTP_FORM),
  MAIL_FROM: parsedBy(toFrom, FROM_FORM),
};

type MailEnvironment = {
  SMTP_URL?: Server | undefined;
  MAIL_FROM?: { name: string; address: string } | undefined;
  PUBLIC_URL?: string | undefined;
  SHOP_NAME: string;
  ALLOW_PLAIN_SMTP?: boolean | undefined;
};

/** Errors that involve several mail settings. */
export function mailSettingsFaults({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: MailEnvironment): string[] {
  if (!SMTP_URL) return MAIL_FROM ? ['SMTP_URL: MAIL_FROM sets the sender, but no server is set; set SMTP_URL, too.'] : [];
  const faults: string[] = [];
  if (!MAIL_FROM) faults.push('MAIL_FROM: a mail server is set up, but no sender; set an address that the server lets you use.');
  // Otherwise links in emails would lead to whatever host the request named.
  if (!PUBLIC_URL) faults.push('PUBLIC_URL: emails link to the shop; set its own address, such as https://shop.example.');
  return faults;
}

export function mailOf({ SMTP_URL, MAIL_FROM, SHOP_NAME, ALLOW_PLAIN_SMTP = false }: MailEnvironment): MailConfig {
  if (!SMTP_URL || !MAIL_FROM) return { kind: 'mailbox' };
  const { host, port, login } = SMTP_URL;
  const from = { name: (MAIL_FROM.name || SHOP_NAME).replace(/[\p{Cc}\s]+/gu, ' ').trim(), address: MAIL_FROM.address };
  return { kind: 'smtp', host: host.replace(/^\[|\]$/gu, ''), port, encryption: encryptionOf(SMTP_URL, ALLOW_PLAIN_SMTP), login, from };
}

function encryptionOf({ isTls, host }: Server, allowPlain: boolean): 'tls' | 'starttls' | 'plain' {
  if (isTls) return 'tls';
  return allowPlain || LOOPBACK.test(host) ? 'plain' : 'starttls';
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function toServer(text: string): Server | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const [user, secret] = [decoded(username), decoded(password)];
  const isTls = protocol === 'smtps:';
  if ((!isTls && protocol !== 'smtp:') || hostname === '' || user === null || secret === null) return null;
  // Half a login, or unknown options, would otherwise be ignored silently.
  if ((user === '') !== (secret === '') || !['', '/'].includes(pathname) || search !== '' || hash !== '') return null;
  if (/\p{Cc}/u.test(user + secret) || port === '0') return null;
  return {
    isTls,
    host: hostname,
    port: port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    login: user === '' ? null : { user, password: secret },
  };
}

function toFrom(text: string): { name: string; address: string } | null {
  const [, before = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const name = before
    .trim()
    .replace(/^"([^"]*)"$/u, '$1')
    .trim();
  const { data: address } = Address.safeParse((inBrackets ?? text).trim());
  return address === undefined || name.includes('"') ? null : { name, address };
}

function parsedBy<T>(parse: (text: string) => T | null, message: string) {
  return z
    .string()
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed !== null) return parsed;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional();
}
