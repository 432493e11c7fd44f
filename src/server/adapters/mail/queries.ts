import type { KeptMail } from '#contract/mail.ts';
import type { Db } from '../../db/tables.ts';
import type { Mail } from '../../ports/mailer.ts';

const SHOWN = 100;

/** A mail that comes again is there already. */
export const keepMail = async (db: Db, mail: Mail, now: number): Promise<void> => {
  await db
    .insertInto('mails')
    .values({ id: mail.id, recipient: mail.to, subject: mail.subject, body: mail.text, sent_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

export const findLatestMails = async (db: Db): Promise<KeptMail[]> => {
  const rows = await db.selectFrom('mails').selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute();
  return rows.map((row) => ({ _id: row.id, to: row.recipient, subject: row.subject, text: row.body, sentAt: new Date(row.sent_at).toISOString() }));
};
