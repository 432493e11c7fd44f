/** What sellers and possible buyers write to each other, and who blocked whom. */
export const conversations = [
  `create table conversations (
    id text primary key, listing_id text not null references listings (id), buyer_id text not null references users (id),
    seller_id text not null references users (id), created_at bigint not null, last_number bigint not null)`,
  'create unique index conversations_once on conversations (listing_id, buyer_id)',
  'create index conversations_begun on conversations (buyer_id, created_at)',
  `create table conversation_sides (
    conversation_id text not null references conversations (id), side text not null, user_id text not null references users (id),
    last_at bigint, unread bigint not null, read_number bigint not null, muted_at bigint, mail_at bigint, mailed_at bigint,
    primary key (conversation_id, side))`,
  'create index conversation_sides_of_user on conversation_sides (user_id, last_at, conversation_id) where last_at is not null',
  'create index conversation_sides_unread on conversation_sides (user_id) where unread > 0',
  'create index conversation_sides_to_mail on conversation_sides (mail_at) where mail_at is not null',
  `create table conversation_messages (
    id text primary key, conversation_id text not null references conversations (id), number bigint not null, side text not null,
    author_id text not null references users (id), client_id text not null, text text, created_at bigint not null)`,
  'create unique index conversation_messages_numbered on conversation_messages (conversation_id, number)',
  'create unique index conversation_messages_once on conversation_messages (conversation_id, author_id, client_id)',
  'create index conversation_messages_latest on conversation_messages (created_at)',
  'create index conversation_messages_by_author on conversation_messages (author_id)',
  `create table conversation_blocks (
    blocker_id text not null references users (id), blocked_id text not null references users (id), created_at bigint not null,
    primary key (blocker_id, blocked_id))`,
  'create index conversation_blocks_of on conversation_blocks (blocked_id)',
];
