import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { findLatestMails, keepMail } from './queries.ts';

/** A subject is one line: what follows a line break would be another header, or the text, in a mail that is sent. */
const toOneLine = (subject: string): string => subject.replace(/\s+/gu, ' ').trim();

/** Keeps mails in the database instead of sending them. */
export const createMailbox = (db: Db, clock: Clock): Mailer => ({
  kind: 'mailbox',
  send: (mail) => keepMail(db, { ...mail, subject: toOneLine(mail.subject) }, clock.now()),
  kept: () => findLatestMails(db),
});
