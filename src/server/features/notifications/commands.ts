import type { Db } from '../../db/tables.ts';
import { postMails } from '../mail/index.ts';
import type { Recipient, Words } from './message.ts';
import { insertNotifications } from './queries.ts';

/** Notifies people in their dashboards and by email. Call it in the transaction of the event itself, so that neither exists without the other. */
export async function notify(tx: Db, notified: { recipient: Recipient; words: Words }[], now: number): Promise<void> {
  await insertNotifications(tx, notified, now);
  const posted = notified.map(({ recipient, words: { kind, subject, text, path, label } }) => ({
    to: recipient.email,
    content: { kind, subject, text, link: path, label },
  }));
  await postMails(tx, posted, now);
}
