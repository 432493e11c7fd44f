import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** An email that a demo shop stored instead of sending. */
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
    summary: 'Lists the latest 100 emails that a demo shop stored instead of sending. 404 in any other shop.',
    access: 'anyone',
    rows: 'any',
    reply: z.array(MailboxMail),
  },
} as const satisfies Record<string, Endpoint>;
