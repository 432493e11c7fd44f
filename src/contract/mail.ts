import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** A mail that the shop kept instead of sending. */
export const KeptMail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: Moment,
});
export type KeptMail = z.infer<typeof KeptMail>;

export const mailCalls = {
  'GET /mailbox': {
    summary: 'The hundred latest mails that a demo shop kept instead of sending; 404 in any other shop.',
    access: 'anyone',
    rows: 'any',
    reply: z.array(KeptMail),
  },
} as const satisfies Record<string, Endpoint>;
