import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/tables.ts';
import { insertMessage, noteMessage } from './message-queries.ts';
import { findConversationOf, insertConversation, lockConversation, type Side } from './queries.ts';

type AboutOffer = { listingId: string; buyerId: string; sellerId: string; side: Side; offerId: string | null; text: string; now: number };

/**
 * Writes a message about an offer, in the name of one side, into the conversation of its listing and buyer, which begins if there is none. No email
 * is sent about it: offers have their own.
 */
export async function writeAboutOffer(tx: Db, { side, offerId, text, now, ...sides }: AboutOffer): Promise<string> {
  const conversationId = (await findConversationOf(tx, sides.listingId, sides.buyerId)) ?? (await insertConversation(tx, sides, now));
  const lastNumber = await lockConversation(tx, conversationId);
  const authorId = side === 'buyer' ? sides.buyerId : sides.sellerId;
  const message = await insertMessage(tx, {
    conversationId,
    number: lastNumber + 1,
    side,
    authorId,
    clientId: uuid(),
    text,
    photos: [],
    offerId,
    isTyped: false,
    now,
  });
  await noteMessage(tx, conversationId, message, null);
  return conversationId;
}
