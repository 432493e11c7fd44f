import type { Moment } from './moment.ts';

type Side = 'buyer' | 'seller';

/** A listing's seller and one possible buyer. Its row is locked while a message is added. */
export type ConversationsTable = {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  created_at: Moment;
  /** The number of the last message; 0 before the first. */
  last_number: number;
  /** When the buyer first wrote. */
  asked_at: Moment | null;
  /** When the seller first wrote after that. */
  answered_at: Moment | null;
};

/** How far each of the two has come. */
export type ConversationSidesTable = {
  conversation_id: string;
  side: Side;
  user_id: string;
  /** When the last message was sent; null before the first, so that an empty conversation is in no list. */
  last_at: Moment | null;
  /** How many messages of the other side are unread. */
  unread: number;
  read_number: number;
  muted_at: Moment | null;
  /** When to email about unread messages; null: not at all. */
  mail_at: Moment | null;
  /** When that was done; null once they have read. */
  mailed_at: Moment | null;
};

export type ConversationMessagesTable = {
  id: string;
  conversation_id: string;
  number: number;
  side: Side;
  author_id: string;
  /** Made by the author's device, which may send a message twice. */
  client_id: string;
  /** Null once its author has left. */
  text: string | null;
  /** A JSON list of addresses. */
  photos: string;
  /** The offer that it made or answered. */
  offer_id: string | null;
  /** Later than all earlier messages, whatever the clocks of several machines say. */
  created_at: Moment;
};

export type ConversationBlocksTable = { blocker_id: string; blocked_id: string; created_at: Moment };

export type ConversationReportsTable = {
  id: string;
  conversation_id: string;
  reporter_id: string;
  reported_id: string;
  /** The reporter's. */
  side: Side;
  reason: string;
  /** The conversation's last message when it was reported. */
  last_number: number;
  created_at: Moment;
  closed_at: Moment | null;
};
