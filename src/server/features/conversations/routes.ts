import type { FastifyInstance } from 'fastify';
import type { ChangedConversation } from '#contract/conversations.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { EventReply, wantsEvents } from '../../http/event-stream.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { hideValidCardNumbers } from '../../security/card-numbers.ts';
import type { Services } from '../../services.ts';
import { mapInStretches } from '../../turns.ts';
import { requireStored } from '../images/index.ts';
import { findShownListing, requireListing } from '../listings/index.ts';
import { requirePaidOrderOf } from '../orders/index.ts';
import { blockPerson } from './block-commands.ts';
import { deleteBlock, findBlocks } from './block-queries.ts';
import { openConversation, readMessages, sendMessage } from './commands.ts';
import { type ConversationFeed, createConversationFeed, OVERLAP_MS } from './feed.ts';
import { findChanged, findPosition } from './feed-queries.ts';
import { findMessages, findTexts, type MessageRow } from './message-queries.ts';
import { type ConversationRow, countUnread, findConversation, findConversationOf, findConversations, setMuted } from './queries.ts';
import { requireAskable, requireConversation, requireWritable } from './rules.ts';
import { findSplit, isPart, MOST_PARTS } from './split-numbers.ts';
import { toConversation, toMessage } from './view.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'clock' | 'images'>;

const CONVERSATIONS = 'conversations';
/** How many conversations somebody who was away learns about. */
const MOST_CHANGED = 100;

/** What sellers and possible buyers write to each other. */
export function conversationRoutes(serve: ServeCall, app: FastifyInstance, services: Needs): void {
  const { db, reads, images } = services;
  const feed = createConversationFeed(db, (error) => app.log.warn({ err: error }, 'new messages could not be looked for'));
  app.addHook('onClose', () => feed.stop());
  eventRoutes(serve, db, feed);

  const findOwn = async (userId: string, id: string): Promise<ConversationRow> => {
    const conversation = await findConversation(db, userId, id);
    requireConversation(conversation);
    return conversation;
  };

  const show = async (row: ConversationRow) => toConversation(row, await findSplitAround(db, row, [{ number: row.last_number, text: row.latest_text }]));

  serve('GET /conversations', async ({ caller, query: { limit, cursor } }) => {
    const { items, next } = await findConversations(reads, caller.userId, { limit, after: readCursor(CONVERSATIONS, cursor) });
    return { reply: await mapInStretches(items, show), next: writeCursor(CONVERSATIONS, next) };
  });

  serve('POST /conversations', async ({ caller: { userId }, body: { productId } }) => {
    const existing = await findConversationOf(db, productId, userId);
    if (existing !== undefined) return { reply: { _id: existing } };
    const listing = await findShownListing(db, productId);
    requireListing(listing);
    requireAskable(listing, userId);
    requireWritable({ other_removed_at: listing.seller_removed_at, ...(await findBlocks(db, userId, listing.seller_id)) });
    const sides = { listingId: listing.id, buyerId: userId, sellerId: listing.seller_id };
    return opened(await openConversation(services, { userId, ...sides }, { isLimited: true }));
  });

  serve('POST /orders/:orderId/conversation', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    const sides = { listingId: order.listing_id, buyerId: order.buyer_id, sellerId: order.seller_id };
    return opened(await openConversation(services, { userId, ...sides }, { isLimited: false }));
  });

  serve('GET /conversations/unread', async ({ caller }) => ({ reply: { conversations: await countUnread(reads, caller.userId) } }));

  serve('GET /conversations/:id', async ({ caller, params }) => ({ reply: await show(await findOwn(caller.userId, params.id)) }));

  serve('GET /conversations/:id/messages', async ({ caller, params, query: { limit, cursor, after } }) => {
    const conversation = await findOwn(caller.userId, params.id);
    const list = `messages ${conversation.id} ${after ?? ''}`;
    const { items, next } = await findMessages(reads, conversation.id, { limit, after, before: readCursor(list, cursor) });
    const split = await findSplitAround(db, conversation, items);
    return { reply: await mapInStretches(items, (row) => toMessage(row, conversation, split)), next: writeCursor(list, next) };
  });

  serve('POST /conversations/:id/messages', async ({ caller, params, body: { clientId, text, photos } }) => {
    const { userId } = caller;
    const conversation = await findOwn(userId, params.id);
    await requireStored(
      images,
      photos.map((address, at) => [`photos.${at}`, address]),
    );
    const { message, isNew } = await sendMessage(services, conversation, {
      userId,
      clientId,
      text: hideValidCardNumbers(text),
      photos,
      images,
      budget: app.limits.budgetOf('message', caller),
    });
    feed.look();
    const split = await findSplitAround(db, conversation, [message]);
    return { status: isNew ? 201 : 200, reply: toMessage(message, conversation, split) };
  });

  serve('POST /conversations/:id/read', async ({ caller: { userId }, params, body: { number } }) => {
    const isChanged = await readMessages(services, await findOwn(userId, params.id), { userId, number });
    return updated(isChanged);
  });

  serve('PUT /conversations/:id/mute', async ({ caller: { userId }, params, body: { muted } }) => {
    const { id } = await findOwn(userId, params.id);
    return updated(await setMuted(db, { conversationId: id, userId }, muted ? services.clock.now() : null));
  });

  serve('PUT /conversations/:id/block', async ({ caller: { userId }, params, body: { blocked } }) => {
    const { other_id } = await findOwn(userId, params.id);
    return updated(blocked ? await blockPerson(services, { blockerId: userId, blockedId: other_id }) : await deleteBlock(db, userId, other_id));
  });
}

const opened = ({ id, isNew }: { id: string; isNew: boolean }) => ({ status: isNew ? (201 as const) : (200 as const), reply: { _id: id } });

/** The numbers of those messages, and of messages around them, that together have a phone number; none once the phone is paid. */
async function findSplitAround(db: Db, { id, order_id }: ConversationRow, messages: Pick<MessageRow, 'number' | 'text'>[]): Promise<Set<number>> {
  const parts = messages.filter(isPart).map(({ number }) => number);
  if (order_id !== null || parts.length === 0) return new Set();
  // Those of the other side come in between.
  const reach = 2 * MOST_PARTS;
  return findSplit(await findTexts(db, id, { from: Math.min(...parts) - reach, to: Math.max(...parts) + reach }));
}

/** Which conversations have new messages: as events, and in one reply for those whose line is down. */
function eventRoutes(serve: ServeCall, db: Db, feed: ConversationFeed): void {
  const findSince = async (userId: string, after: number | undefined): Promise<{ position: number; changed: ChangedConversation[] }> => {
    // First, so that what comes meanwhile is found next time.
    const position = await findPosition(db);
    if (after === undefined) return { position, changed: [] };
    const rows = await findChanged(db, userId, { since: after - OVERLAP_MS, limit: MOST_CHANGED });
    return { position, changed: rows.map(({ id, last_number }) => ({ _id: id, lastNumber: last_number })) };
  };

  serve('GET /conversations/events', async ({ caller: { userId }, request, query }) => {
    const after = query.after ?? readPosition(request.headers['last-event-id']);
    if (!wantsEvents(request)) return { reply: await findSince(userId, after) };
    feed.requireRoom();
    const open = new EventReply((stream) => {
      const remove = feed.listen(userId, {
        hear: (hint) => stream.send({ id: hint.position, data: { _id: hint.conversationId, lastNumber: hint.number } satisfies ChangedConversation }),
        end: () => stream.end(),
      });
      // After listening began, so that nothing falls in between.
      findSince(userId, after).then(({ position, changed }) => stream.send({ id: position, name: 'open', data: { changed } }), stream.end);
      return remove;
    });
    return { reply: open };
  });
}

const readPosition = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : undefined;
