import type { Moment } from './moment.ts';

/** Notifications in the dashboard. `subject` and `body` are templates; `filled_with`: JSON, their values, or null when they are plain text. */
export type NotificationsTable = {
  id: string;
  user_id: string;
  email: string;
  kind: string;
  subject: string;
  body: string;
  filled_with: string | null;
  path: string;
  created_at: Moment;
  read_at: Moment | null;
};

/** The topics of which somebody doesn't want emails, or push notifications. */
export type NotificationSettingsTable = { user_id: string; topic: string; channel: string; off_at: Moment };

/** A browser that gets push notifications, as long as its session lasts. */
export type PushSubscriptionsTable = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
  created_at: Moment;
};

/** Push notifications to be sent, each to one device; deleted once sent. With a conversation it is only sent while that is unread. */
export type PushesTable = {
  id: string;
  subscription_id: string;
  subject: string;
  body: string;
  filled_with: string;
  path: string;
  conversation_id: string | null;
  created_at: Moment;
  expires_at: Moment;
  tries: number;
  due_at: Moment;
};

/** Emails to be sent. Those with `expires_at` have a secret in their link: body and link are emptied once sent or given up. */
export type OutboxTable = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  filled_with: string | null;
  /** The only link in the email: a path of the shop, or a full address. */
  link: string | null;
  label: string;
  /** The path of the shop that ends such emails. */
  unsubscribe: string | null;
  created_at: Moment;
  expires_at: Moment | null;
  tries: number;
  /** When to send it or try again; null once it was sent or given up. */
  due_at: Moment | null;
  sent_at: Moment | null;
  given_up_at: Moment | null;
  /** How the last attempt failed: a code that never names a person. */
  failure: string | null;
};

/** Emails stored instead of sent. `content`: JSON, as in `StoredEmail`; null when subject and body are plain text. */
export type MailsTable = { id: string; recipient: string; subject: string; body: string; content: string | null; sent_at: Moment };
