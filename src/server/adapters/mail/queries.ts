import type { Db } from '../../db/tables.ts';
import type { KeptMail, Mail, StoredLetter } from '../../ports/mailer.ts';

const SHOWN = 100;

/** A mail that comes again is there already. */
export const keepMail = async (db: Db, mail: Mail, now: number): Promise<void> => {
  await db
    .insertInto('mails')
    .values({ id: mail.id, recipient: mail.to, ...(mail.letter ? asLetter(mail.letter) : asWords(mail)), sent_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

export const findLatestMails = async (db: Db): Promise<KeptMail[]> => {
  const rows = await db.selectFrom('mails').selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute();
  return rows.map(({ id, recipient, subject, body, letter, sent_at }) => ({
    id,
    to: recipient,
    subject,
    text: body,
    // Only ever written below.
    letter: letter === null ? null : (JSON.parse(letter) as StoredLetter),
    sentAt: sent_at,
  }));
};

function asLetter(letter: StoredLetter) {
  return { subject: '', body: '', letter: JSON.stringify(letter) };
}

function asWords({ subject, text }: Mail) {
  return { subject, body: text, letter: null };
}
