import type { MeetingTalks } from '#contract/meetings.ts';
import { isArrangeable } from '#contract/shared/handover-states.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { NoShowsTable } from '../../db/tables/meetings.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, inserted, updated } from '../../http/replies.ts';
import { FileReply, type ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { orderChanged } from '../fulfillment/index.ts';
import { type FulfilledOrderRow, forSides, requirePaidOrderOf, sideOf } from '../orders/index.ts';
import { answerMeeting, callOffMeeting, proposeMeeting } from './commands.ts';
import { toMeetingFile } from './meeting-file.ts';
import { reportNoShow, settleNoShow } from './no-show-commands.ts';
import { ANSWER_MS, findOpenNoShow } from './no-show-queries.ts';
import { findMeeting, findOpenProposal, findProposal, type Proposal } from './queries.ts';
import { requireMeetingTime } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'origin' | 'settings'>;

export function meetingRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /orders/:orderId/meeting', async ({ caller, params }) => {
    const order = await requirePaidOrderOf(db, caller.userId, params.orderId);
    const proposal = isArrangeable(order.fulfillment_state) ? await findOpenProposal(db, order.id) : undefined;
    const noShow = await findOpenNoShow(db, order.id);
    return { reply: toTalks({ proposal, noShow: noShow && isAnswerable(order, noShow, clock.now()) ? noShow : undefined }) };
  });

  serve('POST /orders/:orderId/proposals', async ({ caller: { userId }, params, body }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    requireMeetingTime(Date.parse(body.at), clock.now());
    const insertedId = await proposeMeeting(services, { order, userId }, body);
    return insertedId === null ? ACKNOWLEDGED : inserted(insertedId);
  });

  serve('POST /orders/:orderId/proposals/:proposalId/answer', async ({ caller: { userId }, params, body: { answer } }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    const proposal = await findProposal(db, order.id, params.proposalId);
    if (!proposal) throw new NotFoundError('There’s no such proposal.');
    const isOwn = proposal.by_side === sideOf(order, userId);
    if (isOwn && answer !== 'withdraw') throw new ForbiddenError('The other side answers your proposal. You can withdraw it.');
    if (!isOwn && answer === 'withdraw') throw new ForbiddenError('Only its proposer can withdraw a proposal. You can decline it.');
    return updated(await answerMeeting(services, { order, userId, proposal, answer }));
  });

  serve('DELETE /orders/:orderId/meeting', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    return updated(await callOffMeeting(services, { order, userId }));
  });

  serve('GET /orders/:orderId/meeting.ics', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    const meeting = await findMeeting(db, order.id);
    if (!meeting) throw new NotFoundError('No meeting has been agreed for this order.');
    return { reply: new FileReply('meeting.ics', inOnePiece(toMeetingFile(services, forSides(order), { meeting, userId }))) };
  });

  noShowRoutes(serve, services);
}

function noShowRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('POST /orders/:orderId/noShow', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    return updated(await reportNoShow(services, { order, userId }));
  });

  serve('POST /orders/:orderId/noShow/answer', async ({ caller: { userId }, params, body: { answer } }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    const noShow = await findOpenNoShow(db, order.id);
    if (!noShow || !isAnswerable(order, noShow, clock.now())) throw orderChanged();
    const isReporter = noShow.reporter_id === userId;
    if (isReporter && answer !== 'withdraw') throw new ForbiddenError('The other side answers your report. You can withdraw it.');
    if (!isReporter && answer === 'withdraw') throw new ForbiddenError('Only the person who reported this can withdraw it.');
    await settleNoShow(services, { order, userId, noShow, answer });
    return updated(true);
  });
}

/** Whether a report that stands can still be answered: for a day, and while the order waits for the answer. */
const isAnswerable = ({ fulfillment_state: state }: FulfilledOrderRow, { reported_at }: NoShowsTable, now: number): boolean =>
  state === 'no_show_reported' || now < reported_at + ANSWER_MS;

function toTalks({ proposal, noShow }: { proposal: Proposal | undefined; noShow: NoShowsTable | undefined }): MeetingTalks {
  return {
    proposal: proposal
      ? { _id: proposal.id, by: proposal.by_side, at: toIso(proposal.at), place: proposal.place, proposedAt: toIso(proposal.created_at) }
      : null,
    noShow: noShow
      ? {
          absent: noShow.absent_side,
          meetAt: toIso(noShow.meet_at),
          reportedAt: toIso(noShow.reported_at),
          answerBy: toIso(noShow.reported_at + ANSWER_MS),
        }
      : null,
  };
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text;
}
