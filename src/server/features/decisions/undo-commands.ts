import type { DecisionKind } from '#contract/decisions.ts';
import { noteListing } from '../../db/changes.ts';
import { assessLater } from '../../db/risks.ts';
import type { DecisionsTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import { lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { lockPhoneOf } from '../imei/index.ts';
import { lockListing, markReported, stateOf } from '../listings/index.ts';
import type { Actor } from '../orders/index.ts';
import { putBack } from '../removals/index.ts';
import { closeReports, reopenReports } from '../reports/index.ts';
import { assessListingsOf, forgetClearance, markCleared } from '../risk/index.ts';
import { ownListingReleased, suspensionLifted, warningWithdrawn } from './messages.ts';
import { notifyReporters, notifySeller } from './notify-commands.ts';
import { markUndone } from './queries.ts';
import { releaseFromReview } from './review-commands.ts';
import { requireRestorable, requireSellerPresent, requireSubjectListing } from './rules.ts';
import type { Subject } from './subject-queries.ts';
import { liftSuspension } from './suspension-commands.ts';

export type Undoing = { subject: Subject; reason: string; by: Actor; now: number };

export type Undo = (tx: Db, decision: DecisionsTable, undoing: Undoing) => Promise<void>;

const UNDO: Record<DecisionKind, Undo> = { hold: release, removal: restore, clearance: reopen, warning: withdraw, suspension: lift };

/** Undoes a decision in one transaction; returns false when it was undone already. Throws 409 when its effects have been changed since. */
export function undoDecision(db: Db, decision: DecisionsTable, { restoreReview, ...undoing }: Undoing & { restoreReview: Undo }): Promise<boolean> {
  const { sellerId, listing } = undoing.subject;
  const undo = decision.review_id === null ? UNDO[decision.kind] : restoreReview;
  return db.transaction().execute(async (tx) => {
    // The decision last, as where a listing is removed or restored, which ends its decisions; the listing before its reports, as when it is reported.
    await lockUser(tx, sellerId);
    if (listing) {
      await lockPhoneOf(tx, listing.id);
      await lockListing(tx, listing.id);
    }
    if (!(await markUndone(tx, decision.id, undoing))) return false;
    await undo(tx, decision, undoing);
    return true;
  });
}

async function release(tx: Db, { id }: DecisionsTable, { subject, ...acting }: Undoing): Promise<void> {
  const { reason, now } = acting;
  const listing = requireSubjectListing(subject);
  const released = await releaseFromReview(tx, { ...listing, seller_id: subject.sellerId }, acting);
  if (released.outcome === 'unchanged') throw new ConflictError('conflict', 'This listing is no longer under review.');
  await closeReports(tx, listing.id, { decisionId: id, now });
  await markReported(tx, listing.id, null);
  await markCleared(tx, listing.id, now);
  await notifySeller(tx, subject, ownListingReleased({ ...listing, ...released }, reason), now);
  const isVisible = listing.paused_at === null && !released.isSellerSuspended;
  await notifyReporters(tx, id, listing, { outcome: isVisible ? 'release' : 'stillHidden', reason, now });
}

async function restore(tx: Db, { id }: DecisionsTable, { subject, reason, now }: Undoing): Promise<void> {
  const listing = requireSubjectListing(subject);
  requireRestorable(listing, await lockUser(tx, subject.sellerId), now);
  if (!(await putBack(tx, listing.id, { reason, now }))) throw new ConflictError('conflict', 'This listing was already restored.');
  await assessListingsOf(tx, subject.sellerId, now);
  await notifyReporters(tx, id, listing, { outcome: 'restoration', reason, now });
}

async function reopen(tx: Db, { id }: DecisionsTable, { subject, reason, by, now }: Undoing): Promise<void> {
  const listing = requireSubjectListing(subject);
  const locked = await lockListing(tx, listing.id);
  if (!locked || stateOf(locked) === 'removed') throw new ConflictError('conflict', 'This listing has been removed since, so nobody can review it again.');
  const reports = await reopenReports(tx, id);
  if (reports > 0) await markReported(tx, listing.id, now);
  await forgetClearance(tx, listing.id);
  await assessLater(tx, listing.id, now);
  await noteListing(tx, listing.id, now);
  await writeAudit(tx, {
    act: 'listing_cleared',
    subject: { kind: 'listing', id: listing.id },
    before: { cleared: true },
    after: { cleared: false, reports, reason },
    by,
    now,
  });
  await notifyReporters(tx, id, listing, { outcome: 'reopening', reason, now });
}

async function withdraw(tx: Db, { id }: DecisionsTable, { subject, reason, by, now }: Undoing): Promise<void> {
  await writeAudit(tx, { act: 'warning_withdrawn', subject: { kind: 'user', id: subject.sellerId }, before: { decisionId: id }, after: { reason }, by, now });
  await assessListingsOf(tx, subject.sellerId, now);
  await notifySeller(tx, subject, warningWithdrawn(reason), now);
}

async function lift(tx: Db, _decision: DecisionsTable, { subject, ...acting }: Undoing): Promise<void> {
  requireSellerPresent(await lockUser(tx, subject.sellerId));
  const lifted = await liftSuspension(tx, subject.sellerId, acting);
  if (lifted.outcome === 'unchanged') throw new ConflictError('conflict', 'This seller is no longer suspended.');
  await notifySeller(tx, subject, suspensionLifted(acting.reason, lifted), acting.now);
}
