import type { FulfillmentReason } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { ProblemReason } from '#contract/problems.ts';
import { minutes } from '#contract/shared/durations.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { ProblemsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { message } from '../../messages/message.ts';
import { type Deed, decideOrder, type Ended, notifyBoth, orderChanged } from '../fulfillment/index.ts';
import { markImagesUsed } from '../images/index.ts';
import { lockListing } from '../listings/index.ts';
import {
  dueAfter,
  type FulfilledOrderRow,
  findFulfilledOrder,
  findFulfillment,
  findFulfillmentSteps,
  isWithBuyer,
  transitionFulfillment,
} from '../orders/index.ts';
import { lockSale, requireUnfrozen } from '../payments/index.ts';
import { escalate } from './escalation-commands.ts';
import { offerMade, problemAnswered, problemReported, returnAgreed, statementAdded } from './messages.ts';
import { countReports, countStatements, findProblem, findSameStatement, insertProblem, insertStatement, setAnswer } from './queries.ts';
import { refuseReport, requireBuyersProblem, requireReportLeft, requireReturning, requireRoom, wasReturning } from './rules.ts';

/** Who says something about a problem, in words and pictures; `images`: where the pictures are. */
export type SideStatement = { side: OrderSide; userId: string; text: string; photos: string[]; images: PicturePlace; now: number };

/** The same statement again within this time, with none in between, is the same request: its reply was lost, or the button pressed twice. */
const SAME_STATEMENT_MS = minutes(10);

export const actorOf = ({ side, userId }: Pick<SideStatement, 'side' | 'userId'>) => ({ role: side, id: userId }) as const;
const dueOf = (state: 'problem_reported' | 'refund_offered' | 'returning', now: number): number => dueAfter(state, now) ?? now;

/** Reports a problem. The seller can answer a buyer's; a seller's goes to the shop at once. Returns its id. */
export function reportProblem(db: Db, order: FulfilledOrderRow, reason: ProblemReason, statement: SideStatement): Promise<string> {
  const { side, now } = statement;
  const by = actorOf(statement);
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    requireReportLeft(await countReports(tx, order.id, side));
    const why = side === 'buyer' ? 'problem_of_buyer' : 'problem_of_seller';
    if ((await transitionFulfillment(tx, order.id, { transition: 'reportProblem', why, by, now })) === null) throw refuseReport(order);
    const problemId = await insertProblem(tx, { order_id: order.id, opened_by: side, reason }, now);
    await say(tx, problemId, statement);
    if (side === 'seller') await escalate(tx, order, { why: 'decision_asked_for', by, now }, 'The seller reported a problem.');
    else await notifyBoth(tx, order, (to) => problemReported(order, to, { isWithBuyer: isWithBuyer(order), dueAt: dueOf('problem_reported', now) }), now);
    return problemId;
  });
}

/** Adds a statement to a problem within a transaction. Only `addStatement` is limited: reports and answers are each made once. */
async function say(tx: Db, problemId: string, { side, userId, text, photos, images, now }: SideStatement): Promise<string> {
  await markImagesUsed(tx, images, { addresses: photos, now });
  return insertStatement(tx, problemId, { side, authorId: userId, text, photos }, now);
}

/** Sends the phone back, within a transaction; returns whether the order's state allowed it. */
export async function beginReturn(tx: Db, order: FulfilledOrderRow, deed: Deed, sentence: string): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  if ((await transitionFulfillment(tx, order.id, { transition: 'acceptReturn', ...deed })) === null) return { outcome: 'changed' };
  const about = { why: message`${sentence}`, dueAt: dueOf('returning', deed.now) };
  await notifyBoth(tx, order, (side) => returnAgreed(order, side, about), deed.now);
  return { outcome: 'ended', intentId: null };
}

/**
 * The seller takes the phone back or, if they still have it, refunds everything. Throws 409 when it was to go back before, and 403 for a phone that the buyer
 * has and reported nothing about: the shop decides then.
 */
export async function acceptReturn(tx: Db, order: FulfilledOrderRow, problem: ProblemsTable, statement: SideStatement): Promise<Ended> {
  const deed = { by: actorOf(statement), now: statement.now };
  await lockSale(tx, order);
  await requireUnfrozen(tx, order.id, 'refund');
  await requireLatest(tx, problem);
  if (wasReturning(await findFulfillmentSteps(tx, order.id))) throw orderChanged();
  const current = await findFulfilledOrder(tx, order.id);
  const isThere = current !== undefined && isWithBuyer(current);
  if (isThere) requireBuyersProblem(problem);
  const ended = isThere
    ? await beginReturn(tx, order, { ...deed, why: 'return_accepted' }, 'The seller takes the phone back.')
    : await decideOrder(tx, order, {
        ...{ ...deed, why: 'refund_accepted', outcome: 'refunded', relist: false },
        sentence: message`The seller agreed to a full refund.`,
      });
  if (ended.outcome === 'ended') await keepAnswer(tx, problem, { answer: 'return', offerCents: null }, statement);
  return ended;
}

/** The seller offers a partial refund, which the buyer can accept or decline. */
export async function offerRefund(
  tx: Db,
  order: FulfilledOrderRow,
  problem: ProblemsTable,
  { offerCents, ...statement }: SideStatement & { offerCents: number },
): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  await requireUnfrozen(tx, order.id, 'refund');
  await requireLatest(tx, problem);
  const offered = { transition: 'offerRefund', why: 'partial_refund_offered', by: actorOf(statement), now: statement.now } as const;
  if ((await transitionFulfillment(tx, order.id, offered)) === null) return { outcome: 'changed' };
  await keepAnswer(tx, problem, { answer: 'offer', offerCents }, statement);
  const offer = { offerCents, dueAt: dueOf('refund_offered', statement.now) };
  await notifyBoth(tx, order, (side) => problemAnswered(order, side, offerMade(side, offer)), statement.now);
  return { outcome: 'ended', intentId: null };
}

/** The seller disagrees: the shop decides. */
export async function refuseProblem(tx: Db, order: FulfilledOrderRow, problem: ProblemsTable, statement: SideStatement): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  await requireLatest(tx, problem);
  const deed: Deed = { why: 'problem_refused', by: actorOf(statement), now: statement.now, onlyFrom: 'problem_reported' };
  const isNow = await escalate(tx, order, deed, 'The seller disagrees.');
  if (!isNow) return { outcome: 'changed' };
  await keepAnswer(tx, problem, { answer: 'refuse', offerCents: null }, statement);
  return { outcome: 'ended', intentId: null };
}

/** Throws 409 when this problem was withdrawn and another one reported: what was answered isn't what stands there now. */
export async function requireLatest(tx: Db, problem: ProblemsTable): Promise<void> {
  if ((await findProblem(tx, problem.order_id))?.id !== problem.id) throw orderChanged();
}

async function keepAnswer(tx: Db, problem: ProblemsTable, answer: Parameters<typeof setAnswer>[2], statement: SideStatement): Promise<void> {
  await setAnswer(tx, problem.id, answer);
  if (statement.text !== '' || statement.photos.length > 0) await say(tx, problem.id, statement);
}

/** The buyer accepts the offered partial refund, or its time is over. */
export async function acceptOffer(tx: Db, order: FulfilledOrderRow, problem: ProblemsTable, deed: Deed): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  await requireLatest(tx, problem);
  const sentence = deed.why === 'offer_overdue' ? message`The seller’s offer wasn’t declined in time.` : message`The buyer accepted the seller’s offer.`;
  return decideOrder(tx, order, { ...deed, sentence, onlyFrom: 'refund_offered', outcome: 'partly_refunded', refundCents: problem.offer_cents ?? 0 });
}

/** The buyer declines the offered partial refund: the shop decides. */
export async function declineOffer(tx: Db, order: FulfilledOrderRow, problem: ProblemsTable, deed: Omit<Deed, 'why'>): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  await requireLatest(tx, problem);
  const isNow = await escalate(tx, order, { ...deed, why: 'partial_refund_declined', onlyFrom: 'refund_offered' }, 'The buyer declined the seller’s offer.');
  return isNow ? { outcome: 'ended', intentId: null } : { outcome: 'changed' };
}

/** Adds to a problem, and tells both, unless it is the same statement sent again. Returns the statement's id, and whether it is new. */
export function addStatement(db: Db, order: FulfilledOrderRow, problem: ProblemsTable, statement: SideStatement): Promise<{ id: string; isNew: boolean }> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const same = await findSameStatement(tx, problem.id, statement, statement.now - SAME_STATEMENT_MS);
    if (same !== undefined) return { id: same, isNew: false };
    requireRoom(await countStatements(tx, problem.id, statement.side));
    const id = await say(tx, problem.id, statement);
    await notifyBoth(tx, order, (to) => statementAdded(order, to === statement.side), statement.now);
    return { id, isNew: true };
  });
}

/** Asks the shop to decide about a return that doesn't go as agreed. Throws 409 while nothing goes back. */
export function askForDecision(db: Db, order: FulfilledOrderRow, statement: SideStatement): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const deed: Deed = { why: 'decision_asked_for' satisfies FulfillmentReason, by: actorOf(statement), now: statement.now };
    const sentence = statement.side === 'buyer' ? 'The buyer asked us to decide.' : 'The seller asked us to decide.';
    requireReturning((await findFulfillment(tx, order.id))?.state);
    const problem = await findProblem(tx, order.id);
    if (!problem || !(await escalate(tx, order, deed, sentence))) throw orderChanged();
    await say(tx, problem.id, statement);
  });
}
