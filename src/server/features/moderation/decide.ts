import type { DecisionKind } from '#contract/decisions.ts';
import { RESTORE_DAYS } from '#contract/moderation.ts';
import { noteListing } from '../../db/changes.ts';
import { SUSPENDED } from '../../db/risks.ts';
import type { DecisionsTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import { writeAudit } from '../audit/index.ts';
import {
  notify,
  ownListingReleased,
  ownListingUnderReview,
  type ReportOutcome,
  reportDecided,
  sellerSuspended,
  sellerWarned,
  suspensionLifted,
  type Words,
  warningWithdrawn,
} from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { endDecisions, insertDecision, markUndone } from './decision-queries.ts';
import { putBack, takeOff } from './queries.ts';
import { closeReports, findReporters, linkReports, reopenReports } from './report-queries.ts';
import { forgetClearance, markCleared } from './risk-queries.ts';
import { forgetReports, type Subject } from './subject-queries.ts';
import { liftSuspension, lockSeller, putUnderReview, releaseFromReview, suspendSeller } from './suspension-queries.ts';

const DAY_MS = 86_400_000;

/** What was decided about what, by whom, and why. */
export type Deciding = { kind: DecisionKind; subject: Subject; reason: string; by: Actor; now: number };
type Acting = Omit<Deciding, 'kind' | 'subject'>;
type Listing = NonNullable<Subject['listing']>;

const notifySeller = async (tx: Db, { sellerId, email }: Subject, words: Words, now: number): Promise<void> =>
  notify(tx, [{ recipient: { userId: sellerId, email }, words }], now);

const notifyReporters = async (
  tx: Db,
  decisionId: string,
  listing: Listing,
  { outcome, reason, now }: { outcome: ReportOutcome; reason: string; now: number },
) => {
  const words = reportDecided(listing, outcome, reason);
  const readers = await findReporters(tx, decisionId);
  await notify(
    tx,
    readers.map((recipient) => ({ recipient, words })),
    now,
  );
};

/** Keeps the decision, and what it changes; its id, or null when everything was so already. */
type Do = (tx: Db, deciding: Deciding, save: () => Promise<string>) => Promise<string | null>;

const requireSubjectListing = ({ listing }: Subject): Listing => {
  if (!listing) throw new TypeError('a decision about a listing names one');
  return listing;
};

const hold: Do = async (tx, { subject, ...acting }, save) => {
  const listing = requireSubjectListing(subject);
  if ((await putUnderReview(tx, listing.id, acting)) === 0) return null;
  const id = await save();
  await linkReports(tx, listing.id, id);
  await notifySeller(tx, subject, ownListingUnderReview(listing, acting.reason), acting.now);
  await notifyReporters(tx, id, listing, { ...acting, outcome: 'hold' });
  return id;
};

const remove: Do = async (tx, { subject, reason, by, now }, save) => {
  const listing = requireSubjectListing(subject);
  const id = await save();
  const why = listing.reported_at === null ? 'by_admin' : 'reported';
  const changed = await takeOff(tx, listing.id, { reason: why, by, now, decisionId: id, input: reason }, { sold: true, aside: true });
  if (changed === 0) throw new AlreadySo();
  await endDecisions(tx, listing.id, 'hold', { reason: 'The listing was removed.', now });
  await notifyReporters(tx, id, listing, { outcome: 'removal', reason, now });
  return id;
};

/** Undoes what was begun of a decision that changes nothing. */
class AlreadySo extends Error {}

const clear: Do = async (tx, { subject, reason, by, now }, save) => {
  const listing = requireSubjectListing(subject);
  // The listing's row first, as where it is reported.
  await forgetReports(tx, listing.id);
  const id = await save();
  const closed = await closeReports(tx, listing.id, { decisionId: id, now });
  const cleared = await markCleared(tx, listing.id);
  if (closed + cleared === 0) throw new AlreadySo();
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
};

const warn: Do = async (tx, { subject, reason, by, now }, save) => {
  const id = await save();
  await writeAudit(tx, { act: 'seller_warned', subject: { kind: 'user', id: subject.sellerId }, after: { decisionId: id, reason }, by, now });
  await notifySeller(tx, subject, sellerWarned(reason), now);
  return id;
};

const suspend: Do = async (tx, { subject, ...acting }, save) => {
  if ((await suspendSeller(tx, subject.sellerId, acting)) === 0) return null;
  const id = await save();
  await notifySeller(tx, subject, sellerSuspended(acting.reason), acting.now);
  return id;
};

const DO: Record<DecisionKind, Do> = { hold, removal: remove, clearance: clear, warning: warn, suspension: suspend };

/** Decides, all or nothing: what changes, the decision, its record, and who is told. Its id; null when everything was so already. */
export const decide = (db: Db, deciding: Deciding): Promise<string | null> =>
  db
    .transaction()
    .execute((tx) => {
      const { kind, subject, reason, by, now } = deciding;
      const save = () => insertDecision(tx, { kind, seller_id: subject.sellerId, listing_id: subject.listing?.id ?? null, reason, by_id: by.id, now });
      return DO[kind](tx, deciding, save);
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadySo) return null;
      throw error;
    });

type Undo = (tx: Db, decision: DecisionsTable, undoing: { subject: Subject } & Acting) => Promise<void>;

const release: Undo = async (tx, { id }, { subject, ...acting }) => {
  const { reason, now } = acting;
  const listing = requireSubjectListing(subject);
  if ((await releaseFromReview(tx, { id: listing.id, seller_id: subject.sellerId }, acting)) === 0)
    throw new ConflictError('conflict', 'This listing is not on hold any more.');
  await closeReports(tx, listing.id, { decisionId: id, now });
  await forgetReports(tx, listing.id);
  await markCleared(tx, listing.id);
  await notifySeller(tx, subject, ownListingReleased(listing, reason), now);
  await notifyReporters(tx, id, listing, { outcome: 'release', reason, now });
};

const restore: Undo = async (tx, { id }, { subject, reason, now }) => {
  const listing = requireSubjectListing(subject);
  const seller = await lockSeller(tx, subject.sellerId);
  if (seller.removed_at !== null) throw new ConflictError('conflict', 'Its seller was removed. Bring the seller back first.');
  if (seller.suspended_at !== null) throw new ConflictError('suspended', 'Its seller is suspended. Lift the suspension first.');
  if (listing.removed_at !== null && listing.removed_at < now - RESTORE_DAYS * DAY_MS)
    throw new ConflictError('conflict', `It was removed more than ${RESTORE_DAYS} days ago, and can’t come back.`);
  if ((await putBack(tx, listing.id, { reason, now })) === 0) throw new ConflictError('conflict', 'This listing is not removed any more.');
  await notifyReporters(tx, id, listing, { outcome: 'restoration', reason, now });
};

const reopen: Undo = async (tx, { id }, { subject, reason, by, now }) => {
  const listing = requireSubjectListing(subject);
  const reports = await reopenReports(tx, listing.id, id, now);
  await forgetClearance(tx, listing.id);
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
};

const withdraw: Undo = async (tx, { id }, { subject, reason, by, now }) => {
  await writeAudit(tx, { act: 'warning_withdrawn', subject: { kind: 'user', id: subject.sellerId }, before: { decisionId: id }, after: { reason }, by, now });
  await notifySeller(tx, subject, warningWithdrawn(reason), now);
};

const lift: Undo = async (tx, _decision, { subject, ...acting }) => {
  if ((await liftSuspension(tx, subject.sellerId, acting)) === 0) throw new ConflictError('conflict', 'This seller is not suspended any more.');
  await notifySeller(tx, subject, suspensionLifted(acting.reason), acting.now);
};

const UNDO: Record<DecisionKind, Undo> = { hold: release, removal: restore, clearance: reopen, warning: withdraw, suspension: lift };

/** Undoes a decision, all or nothing; false when it was undone already. Throws 409 when what it changed is otherwise by now. */
export const undoDecision = (db: Db, decision: DecisionsTable, undoing: { subject: Subject } & Acting): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await markUndone(tx, decision.id, undoing))) return false;
    await UNDO[decision.kind](tx, decision, undoing);
    return true;
  });

/** Whether a listing is off the site without being removed. */
export const isSuspended = (reason: string | null): boolean => SUSPENDED.some((one) => one === reason);
