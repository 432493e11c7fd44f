import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { workThrough } from '../../work-through.ts';
import { postMails } from '../mail/index.ts';
import { isTopicOn } from '../notifications/index.ts';
import { type DueMail, findDueMails, markMailed } from './mail-queries.ts';
import { unreadMessages } from './messages.ts';

const BATCH = 50;

/** Emails people about messages they haven't read for five minutes: once per conversation until they read it. Returns how many it sent. */
export async function sweepUnread({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const due = await findDueMails(db, clock.now(), BATCH);
  return workThrough(due, (side) => db.transaction().execute((tx) => mail(tx, side, clock.now())));
}

async function mail(tx: Db, due: DueMail, now: number): Promise<boolean> {
  const count = await markMailed(tx, due, now);
  if (count === null || due.removed_at !== null || !(await isTopicOn(tx, { userId: due.user_id, topic: 'messages', channel: 'email' }))) return false;
  const content = unreadMessages({ conversationId: due.conversation_id, productName: due.model_name, side: due.side, count });
  await postMails(tx, [{ to: due.email, content }], now);
  return true;
}
