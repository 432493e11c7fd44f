import { PHONE_TEST_LIMITS } from '#contract/phone-tests/phone-tests.ts';
import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockCaller } from '../accounts/index.ts';
import { lockListing, markTested, requireOwnListing, requireUnsold } from '../listings/index.ts';
import { requireForSale } from './listing-rules.ts';
import { notePublished } from './passport-notes.ts';
import { countRecentCodes, findOwnTest, findTestedListing, hideTests, insertCode, markPublished, type TestedListing, type TestRow } from './queries.ts';
import { type SealingNeeds, sealRun, summaryOf } from './record.ts';
import { requireCode, requirePublishable } from './rules.ts';
import { hashToken, makeToken } from './signatures.ts';

type Needs = Pick<Services, 'db' | 'clock'> & SealingNeeds;

export type CodeOutcome = { outcome: 'given'; code: TestRow; token: string } | { outcome: 'too_many'; oldest: number };

/** Gives a person a code for a listing, an order, or a phone that isn't listed yet. Only its hash is stored. */
export function giveCode(db: Db, about: { ownerId: string; listingId: string | null; orderId: string | null; now: number }): Promise<CodeOutcome> {
  return db.transaction().execute(async (tx) => {
    const { ownerId, listingId, orderId, now } = about;
    // One at a time, so that requests at once can't exceed the limit.
    await lockCaller(tx, ownerId);
    const { count, oldest } = await countRecentCodes(tx, ownerId, now);
    if (count >= PHONE_TEST_LIMITS.codesADay) return { outcome: 'too_many', oldest };
    const token = makeToken();
    const code = await insertCode(tx, { token_hash: hashToken(token), owner_id: ownerId, listing_id: listingId, order_id: orderId, now });
    return { outcome: 'given', code, token };
  });
}

/**
 * Shows a finished test on a listing of its seller, in place of an earlier one. The record is signed anew, as the listing may not have existed when it
 * was made. Returns whether anything changed. Throws 404 or 409.
 */
export async function publishTest(
  { db, clock, models, ...signing }: Needs,
  id: string,
  { sellerId, listing }: { sellerId: string; listing: string | null },
): Promise<boolean> {
  const now = clock.now();
  const sealing = { ...signing, directory: await models.directory() };
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, sellerId);
    const row = await findOwnTest(tx, id, sellerId);
    requireCode(row);
    const listingId = requirePublishable(row, listing, now);
    const found = await lockTestedListing(tx, listingId);
    requireOwnListing(found, sellerId);
    requireForSale(found);
    if (row.published_at !== null) return false;
    const sealed = await sealRun(tx, sealing, { row, listing: found, testedAt: row.finished_at ?? now, now });
    await hideTests(tx, listingId);
    const isNew = await markPublished(tx, id, { listingId, now, sealed });
    if (!isNew) return false;
    await markTested(tx, listingId, summaryOf(sealed)?.outcome === 'passed' ? now : null);
    await noteListing(tx, listingId, now);
    await notePublished(tx, sealed, { id, listingId, now });
    return true;
  });
}

/** A listing's state, which stays what it is until the transaction ends: nobody buys the phone meanwhile. */
async function lockTestedListing(tx: Db, id: string): Promise<TestedListing> {
  await lockListing(tx, id);
  return findTestedListing(tx, id);
}

/** Takes the test off a listing; returns whether there was one. Throws 404 for another's listing, and 409 for a sold one, whose buyer relies on it. */
export function hideTest({ db, clock }: Pick<Services, 'db' | 'clock'>, listingId: string, sellerId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const listing = await lockTestedListing(tx, listingId);
    requireOwnListing(listing, sellerId);
    requireUnsold(listing, 'its test stays: the buyer relies on it.');
    const isHidden = await hideTests(tx, listingId);
    if (!isHidden) return false;
    await markTested(tx, listingId, null);
    await noteListing(tx, listingId, clock.now());
    return true;
  });
}
