import type { Message } from '../messages/message.ts';

/** What an email was made from. A mailbox stores this instead of the text, so that personal data can be deleted. */
export type StoredEmail = {
  subject: Message;
  text: Message;
  link: string | null;
  label: string;
  /** The path that ends such emails; null or absent in those that people can't end. */
  unsubscribe?: string | null;
  shopName: string;
  /** Base URL of the shop's paths, without a trailing slash. */
  origin: string;
};

export type Mail = {
  /** The same for every attempt, so that a server or recipient can detect duplicates. */
  id: string;
  /** A single plain address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that ends such emails with one POST (RFC 8058). */
  unsubscribe?: string | null;
  content?: StoredEmail;
};

/** An email that was stored instead of sent, at `sentAt` (epoch ms); without `content`, subject and text are complete. */
export type MailboxEntry = Pick<Mail, 'id' | 'to' | 'subject' | 'text'> & { content: StoredEmail | null; sentAt: number };

/** What a failure affects: the `server` accepts no email at all now, this one `later` perhaps, or `never`. */
export type NotSentScope = 'server' | 'later' | 'never';

/** An email was not accepted, or it is unknown whether it was. The message is a code such as `ECONNECTION` or `RCPT TO 550`, and never names a person. */
export class NotSent extends Error {
  readonly scope: NotSentScope;

  constructor(what: string, scope: NotSentScope, cause?: unknown) {
    super(what, { cause });
    this.scope = scope;
  }
}

/** Sends email, or stores it where it can be read. */
export type Mailer = {
  kind: 'mailbox' | 'smtp';
  /** Resolves when the mail server has accepted the email; throws `NotSent`. `signal` cancels the wait, but the email may still be sent. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Checks whether the server accepts email now; throws `NotSent`. Absent where there is no server. */
  check?(): Promise<void>;
  /** The hundred latest emails, newest first; absent when emails are really sent. */
  stored?(): Promise<MailboxEntry[]>;
  /** Closes open connections without waiting. */
  close?(): void;
};

export type SecondFactorChange = 'on' | 'passkeys-on' | 'off' | 'new-codes';
export type PasskeyChange = { change: 'added' | 'removed'; name: string };

/** Emails that the identity service requests. Each is stored once the promise resolves, without waiting for a mail server. */
export type IdentityMails = {
  /** A link to set a new password, valid for `RESET_LINK_MS`. */
  reset(to: string, url: string): Promise<void>;
  /** A link that verifies the address, valid for `VERIFICATION_LINK_MS`. */
  verification(to: string, url: string): Promise<void>;
  /** Notifies a person that their password was changed. */
  passwordChanged(to: string): Promise<void>;
  /** Notifies a person that their address was verified while nobody was logged in, which ended the account's password. */
  confirmedElsewhere(to: string): Promise<void>;
  /** Notifies a person that two-factor authentication was turned on or off, or that they have new recovery codes. */
  secondFactorChanged(to: string, change: SecondFactorChange): Promise<void>;
  /** Notifies a person that a recovery code was used to log in, and how many are left. */
  recoveryCodeUsed(to: string, left: number): Promise<void>;
  /** Notifies a person that a passkey was added to or removed from their account. */
  passkeyChanged(to: string, change: PasskeyChange): Promise<void>;
  /** Sends a code that proves access to the mailbox, valid for `PROOF_CODE_MS`. Returns the seconds to wait, 0 when it was sent. */
  proofCode(to: string, code: string): Promise<number>;
  /** Returns the seconds until another verification email may be sent to this address; 0 when one may now. */
  verificationWait(to: string): Promise<number>;
};

export const PROOF_CODE_MS = 600_000;
export const RESET_LINK_MS = 3_600_000;
export const VERIFICATION_LINK_MS = 86_400_000;
