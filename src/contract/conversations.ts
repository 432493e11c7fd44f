import { z } from 'zod';
import { imageAddresses } from './images.ts';
import { OrderSide, ProductStatus } from './orders.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isBlank, isStorable, isWithinReach, STORABLE_MESSAGE } from './shared/text.ts';
import { wholeNumber } from './shared/whole-number.ts';

const MAX_MESSAGE = 2000;
const MAX_MESSAGE_PHOTOS = 4;

/** How many conversations a person can begin in 24 hours. */
export const NEW_CONVERSATIONS_A_DAY = 20;

const LONG_MESSAGE = `A message can have at most ${MAX_MESSAGE.toLocaleString('en-US')} characters.`;

/** Control and format characters other than line breaks: people don't see them, or they reorder text. A joiner stays within an emoji. */
const INVISIBLE = /(?!\n|(?<=\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier})\u200D)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const WrittenText = z
  .string('Write a message.')
  .refine(isWithinReach(MAX_MESSAGE), { message: LONG_MESSAGE, abort: true })
  .refine(isStorable, { message: STORABLE_MESSAGE, abort: true })
  .transform((text) => text.replace(/\r\n?/gu, '\n').replaceAll('\t', ' ').replace(INVISIBLE, '').trim())
  .refine(hasAtMost(MAX_MESSAGE), LONG_MESSAGE);

/** What somebody writes: a text of at most `MAX_MESSAGE` characters after trimming, without invisible characters, or photos, or both. */
export const MessageInput = z
  .object(
    {
      clientId: z.uuid('A message needs an ID of its own.'),
      text: WrittenText.default(''),
      photos: imageAddresses(MAX_MESSAGE_PHOTOS, `A message can have at most ${MAX_MESSAGE_PHOTOS} photos.`).default([]),
    },
    'Write a message.',
  )
  .refine(({ text, photos }) => photos.length > 0 || !isBlank(text), { path: ['text'], message: 'Write a message.' });

/** A message as one side of its conversation sees it. */
export const Message = z.object({
  _id: z.string(),
  /** Counts up from 1 within the conversation, without gaps. */
  number: z.int().positive(),
  by: OrderSide,
  /** Null once its author has left; blank for photos alone. */
  text: z.string().nullable(),
  photos: z.array(z.string()),
  at: Moment,
  /** It has a phone number or an address, which its recipient can't see until the phone is paid. */
  masked: z.boolean(),
  /** The offer that it makes; null on other messages. */
  offerId: z.string().nullable(),
  /** The ID that the author's device gave it; null on the other side's messages. */
  clientId: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

const LastMessage = Message.omit({ clientId: true });

/** What the seller and a possible buyer of a phone write to each other, as one of them sees it. */
export const Conversation = z.object({
  _id: z.string(),
  productId: z.string(),
  productName: z.string(),
  productImage: z.string(),
  productStatus: ProductStatus,
  /** The caller's side. */
  side: OrderSide,
  /** The other side: a seller's full name, a buyer's first name; null once they have left. */
  otherName: z.string().nullable(),
  /** The number of the last message; 0 when there is none yet. */
  lastNumber: z.int().nonnegative(),
  lastMessage: LastMessage.nullable(),
  /** How many messages of the other side the caller hasn't read. */
  unread: z.int().nonnegative(),
  /** Up to which message the other side has read. */
  otherRead: z.int().nonnegative(),
  /** The buyer's paid order of this phone. */
  orderId: z.string().nullable(),
  /** The caller gets no email about it. */
  muted: z.boolean(),
  /** The caller has blocked the other side. */
  blocked: z.boolean(),
  /** Why the caller can't write. */
  closed: z.enum(['blocked', 'left']).nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/** A conversation that has messages up to this number. */
export const ChangedConversation = z.object({ _id: z.string(), lastNumber: z.int().nonnegative() });
export type ChangedConversation = z.infer<typeof ChangedConversation>;

const ById = z.object({ id: Id });
const MessageNumber = z.int('A message’s number is required.').min(1).max(Number.MAX_SAFE_INTEGER);
const AfterNumber = wholeNumber('after is a message’s number.', { min: 0, max: Number.MAX_SAFE_INTEGER });
const Position = wholeNumber('after is a position.', { min: 0, max: Number.MAX_SAFE_INTEGER });
const Opened = z.object({ _id: z.string() });

export const conversationCalls = {
  'GET /conversations': {
    summary: 'Lists the caller’s conversations that have messages, the latest first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(Conversation),
    paged: true,
  },
  'POST /conversations': {
    summary: `Returns the caller’s conversation with the seller of a listing, and begins it if there is none: at most ${NEW_CONVERSATIONS_A_DAY} in 24 hours.`,
    access: 'signed-in',
    rows: 'none',
    body: z.object({ productId: Id }, 'A phone is required.'),
    reply: Opened,
  },
  'POST /orders/:orderId/conversation': {
    summary: 'Returns the conversation of the two sides of a paid order, and begins it if there is none.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ orderId: Id }),
    reply: Opened,
  },
  'GET /conversations/events': {
    summary:
      'Returns which of the caller’s conversations have had messages since `after` (a `position` returned before), 100 at most. To a client that accepts `text/event-stream` it sends them as events as they come, with the position as ID; `Last-Event-ID` is as good as `after`.',
    access: 'signed-in',
    rows: 'own-list',
    events: true,
    query: z.object({ after: Position.optional() }),
    reply: z.object({ position: z.int().nonnegative(), changed: z.array(ChangedConversation) }),
  },
  'GET /conversations/unread': {
    summary: 'Returns in how many conversations the caller has unread messages, without muted ones.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.object({ conversations: z.int().nonnegative() }),
  },
  'GET /conversations/:id': {
    summary: 'Returns one of the caller’s conversations.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Conversation,
  },
  'GET /conversations/:id/messages': {
    summary:
      'Lists messages, the latest first; with `after`, those with higher numbers, the earliest first. Phone numbers and addresses are masked until the phone is paid.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    query: PageQuery.extend({ after: AfterNumber.optional() }),
    reply: z.array(Message),
    paged: true,
  },
  'POST /conversations/:id/messages': {
    summary: 'Sends a message. The same `clientId` twice in a conversation makes one message.',
    access: 'signed-in',
    rows: 'own',
    limit: 'message',
    params: ById,
    body: MessageInput,
    reply: Message,
  },
  'POST /conversations/:id/read': {
    summary: 'Marks messages up to this number as read.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ number: MessageNumber }, 'A message’s number is required.'),
    reply: Updated,
  },
  'PUT /conversations/:id/mute': {
    summary: 'Turns emails about a conversation off or on; a muted one is left out of the unread count.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ muted: z.boolean('Choose whether to mute it.') }, 'Choose whether to mute it.'),
    reply: Updated,
  },
  'PUT /conversations/:id/block': {
    summary: 'Blocks the other side, in all conversations, or unblocks them. Their messages are refused, and they aren’t told why.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ blocked: z.boolean('Choose whether to block them.') }, 'Choose whether to block them.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
