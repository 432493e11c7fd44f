import { v7 as uuid } from 'uuid';
import type { OutboxTable } from '../../db/tables/messages.ts';
import type { Db } from '../../db/tables.ts';
import { message } from '../../messages/message.ts';
import { readMessage, storeMessage } from '../../messages/stored.ts';
import type { EmailMessage } from './email-message.ts';

/** An email and its recipient. With `expiresAt` (epoch ms) it isn't sent after that, and its text and link, which may be secret, are deleted afterwards. */
export type Posted = { to: string; content: EmailMessage; expiresAt?: number };

const BATCH = 500;

type Emptied = Pick<OutboxTable, 'expires_at' | 'subject' | 'filled_with'>;

type Postponed = { until: number; dueAt: number; tries: number; failure: string };

/** Queues emails. Call it in the transaction of the event itself, so that neither exists without the other. */
export async function postMails(tx: Db, posted: Posted[], now: number): Promise<void> {
  const reachable = posted.filter(({ to }) => isReachable(to));
  for (let at = 0; at < reachable.length; at += BATCH) {
    const rows = reachable.slice(at, at + BATCH).map(({ to, content, expiresAt }) => ({
      id: uuid(),
      kind: content.kind,
      recipient: to,
      ...storeMessage(content),
      link: content.link,
      label: content.label,
      unsubscribe: content.unsubscribe ?? null,
      created_at: now,
      expires_at: expiresAt ?? null,
      tries: 0,
      due_at: now,
      sent_at: null,
      given_up_at: null,
      failure: null,
    }));
    await tx.insertInto('outbox').values(rows).execute();
  }
}

/** Whether an address can get mail: deleted accounts have none, or one that can't exist. */
export const isReachable = (address: string): boolean => address !== '' && !address.endsWith('.invalid');

/** When emails of this kind were queued for this address since that time, most recent first. */
export async function findPostedMoments(db: Db, { to, kind, since }: { to: string; kind: string; since: number }): Promise<number[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('created_at')
    .where('recipient', '=', to)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

/**
 * Makes transactions that limit this kind of email to this address run one at a time. They write the same row, which no other transaction ever sees,
 * since each deletes it again.
 */
export async function lockMailbox(tx: Db, { to, kind }: { to: string; kind: string }): Promise<void> {
  const id = `${kind} ${to}`;
  const nothing = { subject: '', body: '', filled_with: null, link: null, label: '', unsubscribe: null, failure: null };
  const never = { expires_at: null, tries: 0, due_at: null, sent_at: null, given_up_at: null };
  await tx
    .insertInto('outbox')
    .values({ id, kind: 'lock', recipient: to, created_at: 0, ...nothing, ...never })
    .execute();
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

export function findDueMails(db: Db, now: number, limit: number): Promise<OutboxTable[]> {
  return db.selectFrom('outbox').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('id').limit(limit).execute();
}

/** Claims an email for this process until `until` and counts the attempt; returns false when another process was faster. */
export async function claimMail(db: Db, { id, due_at }: Pick<OutboxTable, 'id' | 'due_at'>, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set((eb) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function markSent(db: Db, mail: Emptied & Pick<OutboxTable, 'id'>, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...emptied(mail), sent_at: now, due_at: null, given_up_at: null, failure: null })
    .where('id', '=', mail.id)
    .execute();
}

/** Secrets that were sent, or no longer can be, are deleted. */
function emptied({ expires_at, ...content }: Emptied) {
  return expires_at === null ? {} : { ...storeMessage({ subject: readMessage({ ...content, body: '' }).subject, text: message`` }), link: null };
}

/** Records a failed attempt, the number of attempts so far, and when the next one is due; `until` is the claim of this attempt. */
export async function postponeMail(db: Db, id: string, { until, dueAt, tries, failure }: Postponed): Promise<void> {
  await db.updateTable('outbox').set({ due_at: dueAt, tries, failure }).where('id', '=', id).where('due_at', '=', until).execute();
}

/** Makes emails due that wait longer than any does: they were tried before the clock was set back. */
export async function hastenMails(db: Db, now: number, longestMs: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now })
    .where('due_at', '>', now + longestMs)
    .execute();
}

/** Gives an email up; its row stays visible to the operator. Returns whether this call gave it up. */
export async function giveUpMail(db: Db, mail: Emptied & Pick<OutboxTable, 'id'>, failure: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...emptied(mail), due_at: null, given_up_at: now, failure })
    .where('id', '=', mail.id)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes some of the emails sent before this time, but not those given up; returns how many. */
export async function forgetSentMails(db: Db, before: number, limit: number): Promise<number> {
  const sent = db.selectFrom('outbox').select('id').where('sent_at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', sent).executeTakeFirst();
  return Number(numDeletedRows);
}
