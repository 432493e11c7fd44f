import type { NoShowAnswer } from '#contract/meetings.ts';
import type { NoShowsTable } from '../../db/tables/meetings.ts';
import type { Services } from '../../services.ts';
import { notifyBoth, orderChanged } from '../fulfillment/index.ts';
import { lockListing } from '../listings/index.ts';
import { type FulfilledOrderRow, findFulfillment, outcomeOf, sideOf, transitionFulfillment } from '../orders/index.ts';
import { isAnySideGone } from './commands.ts';
import { noShowAnswered, noShowReported } from './messages.ts';
import { ANSWER_MS, answerNoShow, findOpenNoShow, insertNoShow } from './no-show-queries.ts';
import { endProposals } from './queries.ts';
import { otherSide, requireBothHere, requireMissed, requireUndisputed } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type ByCaller = { order: FulfilledOrderRow; userId: string };

const RESULTS = { was_there: 'denied', was_not_there: 'admitted', withdraw: 'withdrawn' } as const;
const WHYS = { denied: 'no_show_denied', admitted: 'no_show_admitted', withdrawn: 'no_show_withdrawn' } as const;

/** Reports that the other side didn't come; returns false when the caller did before. Throws 409 when it's too early, there is no meeting, or a bank reviews the payment. */
export function reportNoShow({ db, clock }: Needs, { order, userId }: ByCaller): Promise<boolean> {
  const [now, side] = [clock.now(), sideOf(order, userId)];
  const absent = otherSide(side);
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const fulfillment = await findFulfillment(tx, order.id);
    if (fulfillment?.state === 'no_show_reported' && (await findOpenNoShow(tx, order.id))?.reporter_id === userId) return false;
    requireBothHere(await isAnySideGone(tx, order.id));
    if (fulfillment?.state !== 'arranged' || fulfillment.meet_at === null) throw orderChanged();
    const meetAt = fulfillment.meet_at;
    requireMissed(meetAt, now);
    requireUndisputed(outcomeOf(order.dispute_state) === 'open');
    const change = { transition: 'reportNoShow', why: `no_show_of_${absent}`, by: { role: side, id: userId }, now } as const;
    if ((await transitionFulfillment(tx, order.id, change)) === null) throw orderChanged();
    const absentId = absent === 'buyer' ? order.buyer_id : order.seller_id;
    await insertNoShow(tx, { order_id: order.id, absent_side: absent, absent_id: absentId, reporter_id: userId, meet_at: meetAt, reported_at: now });
    await notifyBoth(tx, order, (to) => noShowReported(order, to, { absent, meetAt, answerBy: now + ANSWER_MS }), now);
    return true;
  });
}

type Answer = ByCaller & { noShow: NoShowsTable; answer: NoShowAnswer };

/**
 * Answers or withdraws a report: if the order still stands, they arrange another meeting. After it was canceled, the answer still decides whether the
 * meeting counts as missed. Throws 409 when it was answered before, or is void.
 */
export function settleNoShow({ db, clock }: Needs, { order, userId, noShow, answer }: Answer): Promise<void> {
  const now = clock.now();
  const result = RESULTS[answer];
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const isStanding = (await findOpenNoShow(tx, order.id))?.id === noShow.id;
    if (!isStanding || !(await answerNoShow(tx, noShow.id, result))) throw orderChanged();
    const isOpen = (await findFulfillment(tx, order.id))?.state === 'no_show_reported';
    if (isOpen) {
      const by = { role: sideOf(order, userId), id: userId };
      await transitionFulfillment(tx, order.id, { transition: 'callOff', why: WHYS[result], by, now });
      await endProposals(tx, order.id, { from: 'accepted', to: 'superseded' });
    }
    await notifyBoth(tx, order, (to) => noShowAnswered(order, to, { absent: noShow.absent_side, result, isOpen }), now);
  });
}
