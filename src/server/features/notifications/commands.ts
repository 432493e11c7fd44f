import type { Db } from '../../db/tables.ts';
import { postMails } from '../mail/index.ts';
import type { Recipient, Words } from './message.ts';
import { findEmailsOff, insertNotifications, nameOf } from './queries.ts';
import { optionalTopicOf } from './topics.ts';

type Notified = { recipient: Recipient; words: Words };

/** Notifies people in their dashboards and, unless they don't want that, by email. Call it in the transaction of the event itself, so that neither exists without the other. */
export async function notify(tx: Db, notified: Notified[], now: number): Promise<void> {
  await insertNotifications(tx, notified, now);
  const isOptional = ({ words }: Notified) => optionalTopicOf(words.kind) !== null;
  const off = await findEmailsOff(tx, [...new Set(notified.filter(isOptional).map(({ recipient }) => recipient.userId))]);
  const wanted = notified.filter(({ recipient, words }) => !off.has(nameOf(recipient.userId, optionalTopicOf(words.kind) ?? '')));
  const posted = wanted.map(({ recipient, words: { kind, subject, text, path, label } }) => ({
    to: recipient.email,
    content: { kind, subject, text, link: path, label },
  }));
  await postMails(tx, posted, now);
}
