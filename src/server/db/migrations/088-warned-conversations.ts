/** Warnings about messages are decisions, too. */
export const warnedConversations = ['alter table decisions add column conversation_id text references conversations (id)'];
