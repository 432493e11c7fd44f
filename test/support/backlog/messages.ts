import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import { message } from '#server/messages/message.ts';
import { storeMessage } from '#server/messages/stored.ts';
import type { Ground } from './ground.ts';
import { insertAll } from './insert-all.ts';

const TEXT = { subject: message`A subject`, text: message`A text` };

/** Emails and pushes to be sent, emails sent long ago, and messages that nobody read. */
export async function plantMessages(ground: Ground): Promise<void> {
  const { db, now, buyers } = ground;
  const old = now - days(60);
  const { subject, body, filled_with } = storeMessage(TEXT);
  const mail = { subject, body, filled_with, kind: 'phones_found', link: '/', label: 'See the phone', unsubscribe: null, expires_at: null, tries: 0 };
  await insertAll(db, 'outbox', [
    ...buyers.map(({ email }) => ({ ...mail, id: uuid(), recipient: email, created_at: now, due_at: now, sent_at: null, given_up_at: null, failure: null })),
    ...buyers.map(({ email }) => ({ ...mail, id: uuid(), recipient: email, created_at: old, due_at: null, sent_at: old, given_up_at: null, failure: null })),
  ]);
  const devices = buyers.map(({ id }) => ({
    ...{ id: uuid(), user_id: id, session_id: uuid(), endpoint: `https://push.example.test/${uuid()}`, p256dh: 'key', auth: 'secret' },
    ...{ device: 'Browser', created_at: now },
  }));
  await insertAll(db, 'push_subscriptions', devices);
  await insertAll(
    db,
    'pushes',
    devices.map(({ id }) => ({
      ...{ id: uuid(), subscription_id: id, subject, body, filled_with: filled_with ?? '', path: '/', conversation_id: null },
      ...{ created_at: now, expires_at: now + days(1), tries: 0, due_at: now },
    })),
  );
  await plantConversations(ground);
}

async function plantConversations({ db, now, sellerId, buyers, listings }: Ground): Promise<void> {
  const ids = await listings();
  const conversations = buyers.map(({ id: buyer_id }, at) => ({
    ...{ id: uuid(), listing_id: ids[at] ?? '', buyer_id, seller_id: sellerId, created_at: now, last_number: 1, asked_at: now, answered_at: null },
  }));
  await insertAll(db, 'conversations', conversations);
  await insertAll(
    db,
    'conversation_sides',
    conversations.flatMap(({ id, buyer_id }) =>
      (['seller', 'buyer'] as const).map((side) => ({
        ...{ conversation_id: id, side, user_id: side === 'seller' ? sellerId : buyer_id, last_at: now, unread: 1, read_number: 0 },
        ...{ muted_at: null, mail_at: now, mailed_at: null },
      })),
    ),
  );
}
