import type { Message } from '../messages/message.ts';

/** What a mail was made of: a mailbox stores that in place of its words, so that a person's own leave with them. */
export type StoredEmail = {
  subject: Message;
  text: Message;
  link: string | null;
  label: string;
  shopName: string;
  /** Where the shop's own paths lead, without a slash at the end. */
  origin: string;
};

export type Mail = {
  /** Stays the same when a mail is sent again: a server, or a reader, can tell that they have it already. */
  id: string;
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  content?: StoredEmail;
};

/** A mail that was kept instead of sent; `letter` null: it is the words that it says. */
export type MailboxEntry = Pick<Mail, 'id' | 'to' | 'subject' | 'text'> & { content: StoredEmail | null; sentAt: number };

/** Whom a failure concerns: the `server` takes no mail at all now, it takes this one `later` perhaps, or `never`. */
export type NotSentScope = 'server' | 'later' | 'never';

/** A mail that was not taken, or of which nobody knows. Its message is a code such as `ECONNECTION` or `RCPT TO 550`, and never names a person. */
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
  /** The hundred latest mails, newest first; absent when mails are really sent. */
  stored?(): Promise<MailboxEntry[]>;
  /** Closes open connections without waiting. */
  close?(): void;
};

export type SecondFactorChange = 'on' | 'passkeys-on' | 'off' | 'new-codes';
export type PasskeyChange = { change: 'added' | 'removed'; name: string };

/** What the shop writes at the identity service's bidding. Each is safe once the promise holds, and waits for no mail server. */
export type IdentityMails = {
  /** A link to a new password, good for `RESET_LINK_MS`. */
  reset(to: string, url: string): Promise<void>;
  /** A link that proves the address, good for `VERIFICATION_LINK_MS`. */
  verification(to: string, url: string): Promise<void>;
  /** Notifies a person that their password was changed. */
  passwordChanged(to: string): Promise<void>;
  /** Tells a person that their address was proven where nobody was signed in, and that the account's password ended with it. */
  confirmedElsewhere(to: string): Promise<void>;
  /** Notifies a person that two-factor authentication was turned on or off, or that they have new recovery codes. */
  secondFactorChanged(to: string, change: SecondFactorChange): Promise<void>;
  /** Notifies a person that a recovery code was used to log in, and how many are left. */
  recoveryCodeUsed(to: string, left: number): Promise<void>;
  /** Notifies a person that a passkey was added to or removed from their account. */
  passkeyChanged(to: string, change: PasskeyChange): Promise<void>;
  /** A code by which somebody who is logged in shows that they have the mailbox, good for `PROOF_CODE_MS`: for how many seconds none goes out, 0 when it did. */
  proofCode(to: string, code: string): Promise<number>;
  /** For how many seconds no further verification mail goes to this address; 0 when one may. */
  verificationWait(to: string): Promise<number>;
};

export const PROOF_CODE_MS = 600_000;
export const RESET_LINK_MS = 3_600_000;
export const VERIFICATION_LINK_MS = 86_400_000;
