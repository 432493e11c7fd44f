/** People from A to Z, and by the words of their name, their address and the numbers they gave. `name_key` is null until their words are written. */
export const personWords = [
  'alter table users add column name_key text',
  'create index if not exists users_by_name on users (role, name_key, id) where removed_at is null and name_key is not null',
  'create index if not exists users_to_index on users (id) where name_key is null',
  'create table if not exists person_words (word text not null, user_id text not null references users (id), primary key (word, user_id))',
  'create index if not exists person_words_of on person_words (user_id, word)',
];
