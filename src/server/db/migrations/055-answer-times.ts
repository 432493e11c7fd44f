/** When a conversation's seller was first asked and first answered. */
export const answerTimes = [
  'alter table conversations add column asked_at bigint',
  'alter table conversations add column answered_at bigint',
  `update conversations set asked_at = (select min(created_at) from conversation_messages where conversation_id = conversations.id and side = 'buyer')`,
  `update conversations set answered_at = (select min(created_at) from conversation_messages
    where conversation_id = conversations.id and side = 'seller' and created_at > conversations.asked_at)`,
  'create index conversations_asked on conversations (seller_id, asked_at) where asked_at is not null',
];
