import { hours, minutes } from '#contract/shared/durations.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockCaller, lockUser } from '../accounts/index.ts';
import { markImagesUsed } from '../images/index.ts';
import { isTopicOn } from '../notifications/index.ts';
import { queuePushes } from '../push/index.ts';
import { findBlocks } from './block-queries.ts';
import { findSent, findSentAt, insertMessage, type MessageRow, noteMessage } from './message-queries.ts';
import { newMessage } from './messages.ts';
import { type ConversationRow, countBegun, findConversationOf, insertConversation, lockConversation, markRead } from './queries.ts';
import { requireFewNew, requirePatience, requireWritable } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type Sides = Parameters<typeof insertConversation>[1];
/** `images`: where the photos are; `budget`: how many messages this person may send, null without a limit. */
type Sent = { userId: string; clientId: string; text: string; photos: string[]; images: PicturePlace; budget: Budget | null };

/** How long a message is unread before an email says so. */
const MAIL_AFTER_MS = minutes(5);
/** A person writes ten minutes' worth of messages in an hour. */
const MINUTES_AN_HOUR_ALLOWS = 10;

/** The conversation of a listing and a buyer, begun by one of them if there is none. `isLimited`: only so many a day. */
export async function openConversation(
  { db, clock }: Needs,
  { userId, ...sides }: Sides & { userId: string },
  { isLimited }: { isLimited: boolean },
): Promise<{ id: string; isNew: boolean }> {
  const find = async (from: Db) => {
    const id = await findConversationOf(from, sides.listingId, sides.buyerId);
    return id === undefined ? null : { id, isNew: false };
  };
  const existing = await find(db);
  if (existing) return existing;
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockBuyer(tx, sides.buyerId, userId);
    const other = await find(tx);
    if (other) return other;
    if (isLimited) await requireFewBegun(tx, sides.buyerId, now);
    return { id: await insertConversation(tx, sides, now), isNew: true };
  });
}

/** Throws 401 for a caller who was removed since the request was let in, and 403 for a seller whose buyer was. */
async function lockBuyer(tx: Db, buyerId: string, userId: string): Promise<void> {
  if (userId === buyerId) await lockCaller(tx, userId);
  else requireWritable({ other_removed_at: (await lockUser(tx, buyerId))?.removed_at ?? null, is_blocked: false, is_blocking: false });
}

async function requireFewBegun(tx: Db, buyerId: string, now: number): Promise<void> {
  requireFewNew(await countBegun(tx, buyerId, now), now);
}

/** Sends a message, or returns the one that was sent under this id. */
export function sendMessage(
  { db, clock }: Needs,
  conversation: ConversationRow,
  { userId, clientId, text, photos, images, budget }: Sent,
): Promise<{ message: MessageRow; isNew: boolean }> {
  const { id: conversationId, side } = conversation;
  return db.transaction().execute(async (tx) => {
    // Locked first, so that one person's concurrent messages are counted.
    await lockCaller(tx, userId);
    const lastNumber = await lockConversation(tx, conversationId);
    const sent = await findSent(tx, { conversationId, authorId: userId, clientId });
    if (sent) return { message: sent, isNew: false };
    await requireOpen(tx, conversation, userId);
    const now = clock.now();
    if (budget) await requireFewSent(tx, userId, { budget, now });
    await markImagesUsed(tx, images, { addresses: photos, now });
    const message = await insertMessage(tx, {
      conversationId,
      number: lastNumber + 1,
      side,
      authorId: userId,
      clientId,
      text,
      photos,
      offerId: null,
      isTyped: true,
      now,
    });
    await noteMessage(tx, conversationId, message, now + MAIL_AFTER_MS);
    await pushToOther(tx, conversation, now);
    return { message, isNew: true };
  });
}

/** Counted here, N processes together allow no more than one does. */
async function requireFewSent(tx: Db, userId: string, { budget: { burst }, now }: { budget: Budget; now: number }): Promise<void> {
  const most = Math.max(1, Math.floor(burst));
  requirePatience(await findSentAt(tx, userId, most), { now, spanMs: minutes(1) });
  requirePatience(await findSentAt(tx, userId, MINUTES_AN_HOUR_ALLOWS * most), { now, spanMs: hours(1) });
}

/** On the other's devices, unless they muted the conversation or have it open. */
async function pushToOther(tx: Db, { id, side, other_id, other_muted_at, model_name }: ConversationRow, now: number): Promise<void> {
  if (other_muted_at !== null || !(await isTopicOn(tx, { userId: other_id, topic: 'messages', channel: 'push' }))) return;
  await queuePushes(tx, [{ userId: other_id, conversationId: id, ...newMessage({ conversationId: id, productName: model_name, by: side }) }], now);
}

async function requireOpen(tx: Db, { other_id, other_removed_at }: ConversationRow, userId: string): Promise<void> {
  requireWritable({ other_removed_at, ...(await findBlocks(tx, userId, other_id)) });
}

/** Marks messages up to a number as read, at most all of them; returns whether any were unread. */
export function readMessages({ db }: Needs, { id: conversationId }: ConversationRow, { userId, number }: { userId: string; number: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lastNumber = await lockConversation(tx, conversationId);
    return markRead(tx, { conversationId, userId }, Math.min(number, lastNumber));
  });
}
