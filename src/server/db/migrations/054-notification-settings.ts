/** The topics of which people don't want emails. */
export const notificationSettings = [
  `create table if not exists notification_settings (
    user_id text not null references users (id), topic text not null, emails_off_at bigint not null, primary key (user_id, topic))`,
];
