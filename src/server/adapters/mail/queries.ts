import type { Db } from '../../db/tables.ts';
import type { Mail, MailboxEntry, StoredEmail } from '../../ports/mailer.ts';

const SHOWN = 100;

/** Ignores an email that is stored already. */
export async function storeMail(db: Db, mail: Mail, now: number): Promise<void> {
  await db
    .insertInto('mails')
    .values({ id: mail.id, recipient: mail.to, ...(mail.content ? asEmail(mail.content) : toText(mail)), sent_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

function asEmail(content: StoredEmail) {
  return { subject: '', body: '', content: JSON.stringify(content) };
}

function toText({ subject, text }: Mail) {
  return { subject, body: text, content: null };
}

export async function findLatestMails(db: Db): Promise<MailboxEntry[]> {
  const rows = await db.selectFrom('mails').selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute();
  return rows.map(({ id, recipient, subject, body, content, sent_at }) => ({
    id,
    to: recipient,
    subject,
    text: body,
    // Only ever written by `storeMail`.
    content: content === null ? null : (JSON.parse(content) as StoredEmail),
    sentAt: sent_at,
  }));
}
