import type { Moment } from './moment.ts';

/** What people are told in the dashboard. `subject` and `body` are templates; `filled_with`: JSON, what fills them, or null where they are words as they stand. */
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

/** Mails on their way. What `expires_at` has a secret in its link: the body and the link are emptied as soon as it was sent or given up. */
export type OutboxTable = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  filled_with: string | null;
  /** The one address that it leads to: the shop's own path, or a whole address. */
  link: string | null;
  label: string;
  created_at: Moment;
  expires_at: Moment | null;
  tries: number;
  /** When to send it, or to try again; null once it was sent or given up. */
  due_at: Moment | null;
  sent_at: Moment | null;
  given_up_at: Moment | null;
  /** How the last try failed: a code, never a person. */
  failure: string | null;
};

/** Mails that were kept instead of sent. `letter`: JSON, as `StoredLetter`; null where subject and body are words as they stand. */
export type MailsTable = { id: string; recipient: string; subject: string; body: string; content: string | null; sent_at: Moment };
