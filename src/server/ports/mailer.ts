import type { KeptMail } from '#contract/mail.ts';

export type Mail = { to: string; subject: string; text: string };

/** Sends mail, or keeps it where it can be read. */
export type Mailer = {
  kind: 'mailbox' | 'smtp';
  send(mail: Mail): Promise<void>;
  /** The hundred latest mails, newest first; absent when mails are really sent. */
  kept?(): Promise<KeptMail[]>;
};
