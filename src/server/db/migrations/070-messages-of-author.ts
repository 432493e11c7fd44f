/** How many messages somebody has sent lately is counted before each. */
export const messagesOfAuthor = [
  'create index conversation_messages_of_author on conversation_messages (author_id, created_at)',
  'drop index conversation_messages_by_author',
];
