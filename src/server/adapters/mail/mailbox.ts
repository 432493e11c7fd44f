import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { toOneLine } from './one-line.ts';
import { findLatestMails, storeMail } from './queries.ts';

/** Stores emails in the database instead of sending them: their text, once each. */
export function createMailbox(db: Db, clock: Clock): Mailer {
  return {
    kind: 'mailbox',
    send: (mail) => storeMail(db, { ...mail, subject: toOneLine(mail.subject) }, clock.now()),
    stored: () => findLatestMails(db),
  };
}
