/** Which devices get push notifications, and those to be sent. What people turned off is stored by topic and channel. */
export const push = [
  `create table push_subscriptions (
    id text primary key, user_id text not null references users (id), session_id text not null, endpoint text not null unique, p256dh text not null,
    auth text not null, device text not null, created_at bigint not null)`,
  'create index push_subscriptions_user on push_subscriptions (user_id)',
  `create table pushes (
    id text primary key, subscription_id text not null references push_subscriptions (id), subject text not null, body text not null,
    filled_with text not null, path text not null, conversation_id text references conversations (id), created_at bigint not null,
    expires_at bigint not null, tries integer not null, due_at bigint not null)`,
  'create index pushes_due on pushes (due_at)',
  'create index pushes_subscription on pushes (subscription_id)',
  `create table notifications_off (
    user_id text not null references users (id), topic text not null, channel text not null, off_at bigint not null,
    primary key (user_id, topic, channel))`,
  `insert into notifications_off (user_id, topic, channel, off_at) select user_id, topic, 'email', emails_off_at from notification_settings`,
  'drop table notification_settings',
  'alter table notifications_off rename to notification_settings',
];
