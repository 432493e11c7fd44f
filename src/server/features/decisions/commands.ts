import type { DecisionKind } from '#contract/decisions.ts';
import { minutes } from '#contract/shared/durations.ts';
import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { markReported } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { takeOff } from '../removals/index.ts';
import { closeReports, linkReports } from '../reports/index.ts';
import { assessListingsOf, markCleared } from '../risk/index.ts';
import { ownListingUnderReview, sellerOfOrderSuspended, sellerSuspended, sellerWarned } from './messages.ts';
import { notifyReporters, notifySeller } from './notify-commands.ts';
import { endDecisions, hasWarning, insertDecision } from './queries.ts';
import { putUnderReview } from './review-commands.ts';
import { requireSubjectListing } from './rules.ts';
import { findSalesBeforeHandover, type Subject } from './subject-queries.ts';
import { suspendSeller } from './suspension-commands.ts';

/** A decision: what, about which subject, by whom, and why. */
export type Deciding = { kind: DecisionKind; subject: Subject; reason: string; by: Actor; now: number };

export type DecideOutcome = { outcome: 'decided'; id: string } | { outcome: 'unchanged' };

/** The same warning within this time is the same request sent again, because its reply was lost or the button pressed twice. */
const SAME_WARNING_MS = minutes(10);

/** Rolls back a decision that changes nothing. */
class Unchanged extends Error {}

/** Applies a decision and inserts it; returns its id. Throws `Unchanged` when it would change nothing. */
type Apply = (tx: Db, deciding: Deciding, insert: () => Promise<string>) => Promise<string>;

const APPLY: Record<DecisionKind, Apply> = {
  hold: startReview,
  removal: remove,
  clearance: clear,
  warning: warn,
  suspension: suspend,
};

/** Makes a decision in one transaction: its effects, the decision itself, the audit log and the notifications. `unchanged`: there was nothing to change. */
export async function decide(db: Db, deciding: Deciding): Promise<DecideOutcome> {
  try {
    const id = await db.transaction().execute((tx) => {
      const { kind, subject, reason, by, now } = deciding;
      const insert = () => insertDecision(tx, { kind, seller_id: subject.sellerId, listing_id: subject.listing?.id ?? null, reason, by_id: by.id, now });
      return APPLY[kind](tx, deciding, insert);
    });
    return { outcome: 'decided', id };
  } catch (error) {
    if (error instanceof Unchanged) return { outcome: 'unchanged' };
    throw error;
  }
}

type WarnedMessages = { personId: string; conversationId: string; listingId: string; reason: string; adminId: string; now: number };

/** Records a warning about a person's messages, which counts like any other; whoever decides it audits it and notifies them. */
export async function recordMessageWarning(tx: Db, { personId, conversationId, listingId, reason, adminId, now }: WarnedMessages): Promise<void> {
  const about = { seller_id: personId, listing_id: listingId, conversation_id: conversationId };
  await insertDecision(tx, { kind: 'warning', ...about, reason, by_id: adminId, now });
  await assessListingsOf(tx, personId, now);
}

type RemovedReview = { authorId: string; reviewId: string; reason: string; by: Actor; now: number };

/** Records the removal of a review, which is no part of its author's record as a seller; whoever removes it audits it and notifies them. */
export async function recordReviewRemoval(tx: Db, { authorId, reviewId, reason, by, now }: RemovedReview): Promise<void> {
  await insertDecision(tx, { kind: 'removal', seller_id: authorId, listing_id: null, review_id: reviewId, reason, by_id: by.id, now });
}

async function startReview(tx: Db, { subject, ...acting }: Deciding, insert: () => Promise<string>): Promise<string> {
  const listing = requireSubjectListing(subject);
  if (!(await putUnderReview(tx, listing.id, acting))) throw new Unchanged();
  const id = await insert();
  await linkReports(tx, listing.id, id);
  await notifySeller(tx, subject, ownListingUnderReview(listing, acting.reason), acting.now);
  await notifyReporters(tx, id, listing, { ...acting, outcome: 'hold' });
  return id;
}

async function remove(tx: Db, { subject, reason, by, now }: Deciding, insert: () => Promise<string>): Promise<string> {
  const listing = requireSubjectListing(subject);
  // First, as where a removal is undone: both assess all that the seller has on sale.
  await lockUser(tx, subject.sellerId);
  const id = await insert();
  const removalReason = listing.reported_at === null ? 'by_admin' : 'reported';
  const removal = { reason: removalReason, by, now, decisionId: id, explanation: reason } as const;
  if (!(await takeOff(tx, listing.id, removal, { sold: true, suspended: true }))) throw new Unchanged();
  await endDecisions(tx, listing.id, 'hold', { reason: 'The listing was removed.', now });
  await assessListingsOf(tx, subject.sellerId, now);
  await notifyReporters(tx, id, listing, { outcome: 'removal', reason, now });
  return id;
}

async function clear(tx: Db, { subject, reason, by, now }: Deciding, insert: () => Promise<string>): Promise<string> {
  const listing = requireSubjectListing(subject);
  // The listing's row is locked before its reports, as when it is reported.
  await markReported(tx, listing.id, null);
  const id = await insert();
  const closed = await closeReports(tx, listing.id, { decisionId: id, now });
  const isCleared = await markCleared(tx, listing.id, now);
  if (closed === 0 && !isCleared) throw new Unchanged();
  await noteListing(tx, listing.id, now);
  await writeAudit(tx, {
    act: 'listing_cleared',
    subject: { kind: 'listing', id: listing.id },
    before: { reports: closed },
    after: { reports: 0, reason },
    by,
    now,
  });
  await notifyReporters(tx, id, listing, { outcome: 'clearance', reason, now });
  return id;
}

async function warn(tx: Db, { subject, reason, by, now }: Deciding, insert: () => Promise<string>): Promise<string> {
  // One at a time, so that of two at once the later one sees the other.
  await lockUser(tx, subject.sellerId);
  const same = { seller_id: subject.sellerId, listing_id: subject.listing?.id ?? null, reason };
  if (await hasWarning(tx, same, now - SAME_WARNING_MS)) throw new Unchanged();
  const id = await insert();
  await writeAudit(tx, { act: 'seller_warned', subject: { kind: 'user', id: subject.sellerId }, after: { decisionId: id, reason }, by, now });
  await assessListingsOf(tx, subject.sellerId, now);
  await notifySeller(tx, subject, sellerWarned(reason), now);
  return id;
}

async function suspend(tx: Db, { subject, ...acting }: Deciding, insert: () => Promise<string>): Promise<string> {
  if (!(await suspendSeller(tx, subject.sellerId, acting))) throw new Unchanged();
  const id = await insert();
  await notifySeller(tx, subject, sellerSuspended(acting.reason), acting.now);
  const sales = await findSalesBeforeHandover(tx, subject.sellerId);
  await notify(
    tx,
    sales.map((sale) => ({ recipient: buyerOf(sale), words: sellerOfOrderSuspended(sale) })),
    acting.now,
  );
  return id;
}
