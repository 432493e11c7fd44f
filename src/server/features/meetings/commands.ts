import { HOURS_TO } from '#contract/fulfillment.ts';
import type { ProposalAnswer, ProposalInput } from '#contract/meetings.ts';
import type { OrderSide } from '#contract/orders.ts';
import { hours } from '#contract/shared/durations.ts';
import { isArrangeable } from '#contract/shared/handover-states.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { notifyBoth, orderChanged } from '../fulfillment/index.ts';
import { lockListing } from '../listings/index.ts';
import { type Actor, type FulfilledOrderRow, findFulfillment, findOrder, forgetMeeting, isSideGone, sideOf, transitionFulfillment } from '../orders/index.ts';
import { meetingAgreed, meetingCalledOff, meetingProposed, proposalEnded } from './messages.ts';
import { answerNoShow, findOpenNoShow } from './no-show-queries.ts';
import { answerProposal, countProposals, endProposals, findOpenProposal, findProposal, insertProposal, type Proposal, writeMeeting } from './queries.ts';
import { proposalTooLate, requireBothHere, requireFewProposals, requireToCome } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type ByCaller = { order: FulfilledOrderRow; userId: string };

/** Proposes a meeting. Returns the proposal's id; null when the same one waits for an answer already. */
export function proposeMeeting({ db, clock }: Needs, { order, userId }: ByCaller, { at: time, place }: ProposalInput): Promise<string | null> {
  const [at, now, side] = [Date.parse(time), clock.now(), sideOf(order, userId)];
  return db.transaction().execute(async (tx) => {
    const agreedAt = ifToCome(await lockArrangeable(tx, order), now);
    requireBothHere(await isAnySideGone(tx, order.id));
    const open = await findOpenProposal(tx, order.id);
    if (open?.by_side === side && open.at === at && open.place === place) return null;
    const proposal = { order_id: order.id, by_side: side, by_id: userId, at, place };
    requireFewProposals(await countProposals(tx, proposal, now), now);
    const id = await insertProposal(tx, proposal, now);
    await notifyBoth(tx, order, (to) => meetingProposed(order, to, { proposal: { ...proposal, id }, agreedAt }), now);
    return id;
  });
}

/** Locks an order whose meeting can be arranged, and returns when it is agreed already. Throws 409 for others. */
async function lockArrangeable(tx: Db, order: FulfilledOrderRow): Promise<number | null> {
  await lockListing(tx, order.listing_id);
  return requireArrangeable(tx, order);
}

async function requireArrangeable(tx: Db, order: FulfilledOrderRow): Promise<number | null> {
  const fulfillment = await findFulfillment(tx, order.id);
  if (!fulfillment || !isArrangeable(fulfillment.state)) throw orderChanged();
  return fulfillment.meet_at;
}

/** A past meeting doesn't stand in the way of another. */
const ifToCome = (agreedAt: number | null, now: number): number | null => (agreedAt !== null && agreedAt > now ? agreedAt : null);

/** Call it after locking the listing, so that a removal at the same moment is seen. */
export async function isAnySideGone(tx: Db, orderId: string): Promise<boolean> {
  const order = await findOrder(tx, orderId);
  return order === undefined || isSideGone(order);
}

type Answer = ByCaller & { proposal: Proposal; answer: ProposalAnswer };

const STATES = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

/** Answers a proposal; returns false when it was answered so before. Throws 409 when it no longer stands. */
export function answerMeeting({ db, clock }: Needs, { order, userId, proposal, answer }: Answer): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    requireBothHere(await isAnySideGone(tx, order.id));
    const state = STATES[answer];
    const current = await findProposal(tx, order.id, proposal.id);
    if (current?.state === state) return false;
    const agreedAt = ifToCome(await requireArrangeable(tx, order), now);
    if (answer === 'accept') {
      if (proposal.at <= now) throw proposalTooLate();
      // The one that was agreed before.
      await endProposals(tx, order.id, { from: 'accepted', to: 'superseded' });
    }
    if (!(await answerProposal(tx, proposal.id, state))) throw orderChanged();
    const side = sideOf(order, userId);
    if (answer === 'accept') await agree(tx, order, { proposal, side, userId, now });
    else {
      const ended = { by: side, at: proposal.at, how: answer === 'decline' ? ('declined' as const) : ('withdrew' as const), agreedAt };
      await notifyBoth(tx, order, (to) => proposalEnded(order, to, ended), now);
    }
    return true;
  });
}

type Agreement = { proposal: Proposal; side: OrderSide; userId: string; now: number };

async function agree(tx: Db, order: FulfilledOrderRow, { proposal, side, userId, now }: Agreement): Promise<void> {
  const { at, place } = proposal;
  const change = { transition: 'arrange', why: 'meeting_agreed', by: { role: side, id: userId }, now } as const;
  const dueAt = at + hours(HOURS_TO.meetAfterAgreed);
  if ((await transitionFulfillment(tx, order.id, { ...change, dueAt }, { meet_at: at, meet_place: place })) === null) throw orderChanged();
  await writeMeeting(tx, order.id, { at, now });
  await notifyBoth(tx, order, (to) => meetingAgreed(order, to, proposal), now);
}

/** Calls off the agreed meeting; returns false when none is agreed. Throws 409 once its time has come. */
export function callOffMeeting({ db, clock }: Needs, { order, userId }: ByCaller): Promise<boolean> {
  const [now, by] = [clock.now(), sideOf(order, userId)];
  return db.transaction().execute(async (tx) => {
    const at = await lockArrangeable(tx, order);
    if (at === null) return false;
    requireToCome(at, now);
    const change = { transition: 'callOff', why: 'meeting_called_off', by: { role: by, id: userId }, now } as const;
    if ((await transitionFulfillment(tx, order.id, change)) === null) throw orderChanged();
    await endProposals(tx, order.id, { from: 'accepted', to: 'withdrawn' });
    await notifyBoth(tx, order, (to) => meetingCalledOff(order, to, { by, at }), now);
    return true;
  });
}

/**
 * Calls off an order's coming meeting and withdraws its open proposals and report of a missed meeting, because one side is being removed. Keeps the deadline
 * and notifies nobody. A past meeting stays agreed: the phone may have changed hands there. Call it within a transaction.
 */
export async function endMeetings(tx: Db, order: { id: string; listing_id: string }, { by, now }: { by: Actor; now: number }): Promise<void> {
  await lockListing(tx, order.listing_id);
  await endProposals(tx, order.id, { from: 'proposed', to: 'superseded' });
  const noShow = await findOpenNoShow(tx, order.id);
  if (noShow) await answerNoShow(tx, noShow.id, 'withdrawn');
  const fulfillment = await findFulfillment(tx, order.id);
  if (!fulfillment) return;
  const { state, meet_at, handed_over_at, due_at: dueAt } = fulfillment;
  const isToCome = handed_over_at === null && meet_at !== null && meet_at > now;
  if (state === 'no_show_reported' || (state === 'arranged' && isToCome))
    await transitionFulfillment(tx, order.id, { transition: 'callOff', why: 'meeting_called_off', by, now, dueAt, onlyFrom: state });
  // It would stand again once a problem is withdrawn.
  else if (isToCome) await forgetMeeting(tx, order.id);
  else return;
  await dropMeeting(tx, order.id);
}

/** An agreed meeting stands again, within a transaction: calendars and reminders follow. */
export function resumeMeeting(tx: Db, orderId: string, meeting: { at: number; now: number }): Promise<void> {
  return writeMeeting(tx, orderId, meeting);
}

/** An agreed meeting doesn't stand anymore, within a transaction. */
export function dropMeeting(tx: Db, orderId: string): Promise<void> {
  return endProposals(tx, orderId, { from: 'accepted', to: 'superseded' });
}
