import { z } from 'zod';
import { OrderSide } from './orders.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/** How far ahead a meeting can be, and how long after its time somebody can say that the other side didn't come. */
export const MEETING = { mostDaysAhead: 30, noShowAfterMinutes: 15 } as const;

/** What one side proposes to the other. A blank place was proposed by somebody who has deleted their account. */
export const MeetingProposal = z.object({ _id: z.string(), by: OrderSide, at: Moment, place: z.string(), proposedAt: Moment });
export type MeetingProposal = z.infer<typeof MeetingProposal>;

/** A meeting that the other side says the `absent` one missed. */
export const NoShow = z.object({
  absent: OrderSide,
  meetAt: Moment,
  reportedAt: Moment,
  /** Until when the absent side can answer. */
  answerBy: Moment,
});
export type NoShow = z.infer<typeof NoShow>;

/** The proposal and the report that wait for an answer; null when there is none. */
export const MeetingTalks = z.object({ proposal: MeetingProposal.nullable(), noShow: NoShow.nullable() });
export type MeetingTalks = z.infer<typeof MeetingTalks>;

/** What the other side answers, or the proposer: `withdraw` takes a proposal back. */
export const ProposalAnswer = z.enum(['accept', 'decline', 'withdraw'], 'Choose an answer.');
export type ProposalAnswer = z.infer<typeof ProposalAnswer>;

/** What the absent side answers, or the reporter: `withdraw` takes the report back. */
export const NoShowAnswer = z.enum(['was_there', 'was_not_there', 'withdraw'], 'Choose an answer.');
export type NoShowAnswer = z.infer<typeof NoShowAnswer>;

const NOT_A_TIME = 'Enter a date and a time.';

export const ProposalInput = z.object(
  {
    /** With an offset or in UTC, such as `2026-12-01T14:30:00Z`. */
    at: z.iso.datetime({ offset: true, error: NOT_A_TIME }).refine((at) => Number.isFinite(Date.parse(at)), NOT_A_TIME),
    place: requiredText('A place', 200),
  },
  'A proposal is required.',
);
export type ProposalInput = z.output<typeof ProposalInput>;

const OrderParams = z.object({ orderId: Id });

export const meetingCalls = {
  'GET /orders/:orderId/meeting': {
    summary: 'Returns what waits for an answer about the meeting of a paid order, to its buyer or its seller.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: MeetingTalks,
  },
  'POST /orders/:orderId/proposals': {
    summary: 'Proposes when and where to meet, in place of an earlier proposal. A meeting that is already agreed stands until the new one is accepted.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: ProposalInput,
    reply: Inserted,
  },
  'POST /orders/:orderId/proposals/:proposalId/answer': {
    summary: 'Accepts or declines the other side’s proposal, or withdraws the caller’s own.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams.extend({ proposalId: Id }),
    body: z.object({ answer: ProposalAnswer }, 'An answer is required.'),
    reply: Updated,
  },
  'DELETE /orders/:orderId/meeting': {
    summary: 'Calls off the agreed meeting before its time; the order stands.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Updated,
  },
  'GET /orders/:orderId/meeting.ics': {
    summary: 'Returns the agreed meeting for a calendar (iCalendar); a meeting that was called off is marked as canceled.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: z.string(),
    file: 'text/calendar',
  },
  'POST /orders/:orderId/noShow': {
    summary: 'Reports that the other side didn’t come, from 15 minutes after the agreed time. They have a day to answer.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Updated,
  },
  'POST /orders/:orderId/noShow/answer': {
    summary: 'Answers a report of a missed meeting, or withdraws the caller’s own.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: z.object({ answer: NoShowAnswer }, 'An answer is required.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
