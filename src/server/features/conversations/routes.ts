import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findListing, requireListing } from '../listings/index.ts';
import { findPaidOrderOf, requireOrder } from '../orders/index.ts';
import { openConversation, readMessages, sendMessage } from './commands.ts';
import { type ConversationRow, countUnread, findBlocks, findConversation, findConversationOf, findConversations, findMessages } from './queries.ts';
import { requireAskable, requireConversation, requireWritable } from './rules.ts';
import { toConversation, toMessage } from './view.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

const CONVERSATIONS = 'conversations';

/** What sellers and possible buyers write to each other. */
export function conversationRoutes(serve: ServeCall, services: Needs): void {
  const { db } = services;

  const findOwn = async (userId: string, id: string): Promise<ConversationRow> => {
    const conversation = await findConversation(db, userId, id);
    requireConversation(conversation);
    return conversation;
  };

  serve('GET /conversations', async ({ caller, query: { limit, cursor } }) => {
    const { items, next } = await findConversations(db, caller.userId, { limit, after: readCursor(CONVERSATIONS, cursor) });
    return { reply: items.map(toConversation), next: writeCursor(CONVERSATIONS, next) };
  });

  serve('POST /conversations', async ({ caller: { userId }, body: { productId } }) => {
    const existing = await findConversationOf(db, productId, userId);
    if (existing !== undefined) return { reply: { _id: existing } };
    const listing = await findListing(db, productId);
    requireListing(listing);
    requireAskable(listing, userId);
    requireWritable({ other_removed_at: listing.seller_removed_at, ...(await findBlocks(db, userId, listing.seller_id)) });
    const sides = { listingId: listing.id, buyerId: userId, sellerId: listing.seller_id };
    return { status: 201, reply: { _id: await openConversation(services, sides, { isLimited: true }) } };
  });

  serve('POST /orders/:orderId/conversation', async ({ caller, params }) => {
    const order = await findPaidOrderOf(db, caller.userId, params.orderId);
    requireOrder(order);
    const sides = { listingId: order.listing_id, buyerId: order.buyer_id, sellerId: order.seller_id };
    return { reply: { _id: await openConversation(services, sides, { isLimited: false }) } };
  });

  serve('GET /conversations/unread', async ({ caller }) => ({ reply: { conversations: await countUnread(db, caller.userId) } }));

  serve('GET /conversations/:id', async ({ caller, params }) => ({ reply: toConversation(await findOwn(caller.userId, params.id)) }));

  serve('GET /conversations/:id/messages', async ({ caller, params, query: { limit, cursor, after } }) => {
    const conversation = await findOwn(caller.userId, params.id);
    const list = `messages ${conversation.id} ${after ?? ''}`;
    const { items, next } = await findMessages(db, conversation.id, { limit, after, before: readCursor(list, cursor) });
    return { reply: items.map((row) => toMessage(row, conversation)), next: writeCursor(list, next) };
  });

  serve('POST /conversations/:id/messages', async ({ caller: { userId }, params, body }) => {
    const conversation = await findOwn(userId, params.id);
    const { message, isNew } = await sendMessage(services, conversation, { userId, ...body });
    return { status: isNew ? 201 : 200, reply: toMessage(message, conversation) };
  });

  serve('POST /conversations/:id/read', async ({ caller: { userId }, params, body: { number } }) => {
    const isChanged = await readMessages(services, await findOwn(userId, params.id), { userId, number });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: isChanged ? 1 : 0 } };
  });
}
