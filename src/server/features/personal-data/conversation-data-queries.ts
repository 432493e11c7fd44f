import type { Tables } from '../../db/tables.ts';
import type { StoredData } from './stored-data.ts';

/** Stored data about what people write to each other. */
export const CONVERSATION_DATA = {
  conversations: 'who wrote to whom about which phone; your sides of them are included',
  conversation_sides: [
    {
      name: 'conversations',
      about: 'Your conversations about phones, how far you have read them, and whether you muted them.',
      rows: (db, { id }) =>
        db
          .selectFrom('conversation_sides')
          .innerJoin('conversations', 'conversations.id', 'conversation_sides.conversation_id')
          .select(['conversations.id', 'conversations.listing_id', 'conversations.created_at', 'conversation_sides.side'])
          .select(['conversation_sides.read_number', 'conversation_sides.muted_at'])
          .where('conversation_sides.user_id', '=', id)
          .orderBy('conversations.id')
          .execute(),
    },
  ],
  conversation_messages: [
    {
      name: 'messages',
      about: 'The messages you sent. Those you received are their authors’ and left out.',
      rows: (db, { id }) =>
        db
          .selectFrom('conversation_messages')
          .select(['conversation_id', 'number', 'text', 'photos', 'created_at'])
          .where('author_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  conversation_reports: [
    {
      name: 'reported_conversations',
      about: 'Conversations you reported, and why.',
      rows: (db, { id }) =>
        db
          .selectFrom('conversation_reports')
          .select(['conversation_id', 'reason', 'created_at', 'closed_at'])
          .where('reporter_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  conversation_blocks: [
    {
      name: 'blocked_people',
      about: 'People you blocked.',
      rows: (db, { id }) =>
        db.selectFrom('conversation_blocks').select(['blocked_id', 'created_at']).where('blocker_id', '=', id).orderBy('blocked_id').execute(),
    },
  ],
} satisfies Partial<Record<keyof Tables, StoredData[] | string>>;
