import { z } from 'zod';
import { Message } from './conversations.ts';
import { ListingState } from './decisions.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery } from './shared/paging.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

const MAX_REASON = 500;

const Person = z.object({ _id: z.string(), name: z.string() });

/** An open report of a conversation, with the messages that led to it. */
export const ReportedConversation = z.object({
  _id: z.string(),
  productId: z.string(),
  productName: z.string(),
  productState: ListingState,
  buyer: Person,
  seller: Person,
  /** The side that reported the other. */
  by: Message.shape.by,
  reason: z.string(),
  reportedAt: Moment,
  /** The last messages when it was reported, oldest first, without anything masked. */
  messages: z.array(Message.pick({ _id: true, by: true, text: true, photos: true, at: true })),
});
export type ReportedConversation = z.infer<typeof ReportedConversation>;

const ById = z.object({ id: Id });
const Reason = requiredText('Reason', MAX_REASON);

export const conversationReportCalls = {
  'POST /conversations/:id/reports': {
    summary: 'Reports the other side of a conversation to the admins, who read its last messages; one open report per person and conversation.',
    access: 'signed-in',
    rows: 'own',
    limit: 'report',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Inserted,
  },
  'GET /reportedConversations': {
    summary:
      'Lists open reports of conversations with the messages that led to them, newest first; `search` finds words of the reason or of either person’s name.',
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(ReportedConversation),
    paged: true,
  },
  'POST /reportedConversations/:id/decision': {
    summary: 'Closes a report of a conversation, and warns the person reported if they broke the rules. Those concerned are told the reason.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ decision: z.enum(['dismiss', 'warn'], 'Dismiss the report or warn the person.'), reason: Reason }),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
