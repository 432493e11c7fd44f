import { ownRows } from './own-row-queries.ts';
import type { StoredTables } from './stored-data.ts';

/** Stored data about what people write to each other. */
export const CONVERSATION_DATA = {
  conversations: 'who wrote to whom about which phone; your sides of them are included',
  conversation_sides: {
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
  conversation_messages: {
    name: 'messages',
    about: 'The messages you sent. Those you received are their authors’ and left out.',
    rows: ownRows('conversation_messages', ['conversation_id', 'number', 'text', 'photos', 'created_at'], { owner: 'author_id', order: ['id'] }),
  },
  conversation_reports: {
    name: 'reported_conversations',
    about: 'Conversations you reported, and why.',
    rows: ownRows('conversation_reports', ['conversation_id', 'reason', 'created_at', 'closed_at'], { owner: 'reporter_id', order: ['id'] }),
  },
  conversation_blocks: {
    name: 'blocked_people',
    about: 'People you blocked.',
    rows: ownRows('conversation_blocks', ['blocked_id', 'created_at'], { owner: 'blocker_id', order: ['blocked_id'] }),
  },
} satisfies Partial<StoredTables>;
