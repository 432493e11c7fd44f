import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** A mail that the shop kept instead of sending. */
export const MailboxMail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: Moment,
});
export type MailboxMail = z.infer<typeof MailboxMail>;

export const mailCalls = {
  'GET /mailbox': {
    summary: 'The hundred latest mails that a demo shop kept instead of sending; 404 in any other shop.',
    access: 'anyone',
    rows: 'any',
    reply: z.array(MailboxMail),
  },
} as const satisfies Record<string, Endpoint>;
