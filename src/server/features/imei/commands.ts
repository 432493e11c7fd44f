import type { PhoneKey } from '../../db/phones.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { notifyAdmins } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { notify, type Recipient } from '../notifications/index.ts';
import type { CheckedPhone } from './check.ts';
import { imeiDiffers, phoneClaimedTwice, phoneClaimedTwiceForAdmin } from './messages.ts';
import { findLiveListing, hasQuestion, insertQuestion, markQuestionClosed } from './queries.ts';
import type { ClaimedBy } from './rules.ts';

type NewListing = { id: string; said: string; seller: Recipient };

type CloseOutcome = { outcome: 'closed' } | { outcome: 'already_closed' } | { outcome: 'missing' };

/** Asks a seller about a model that doesn't match the IMEI, and adds a question for the admins. Does nothing when there is no doubt. */
export async function askAboutModel(tx: Db, { known, last4 }: CheckedPhone, { id, said, seller }: NewListing, now: number): Promise<void> {
  if (known === null) return;
  await insertQuestion(tx, { kind: 'other_model', listing_id: id, claimant_id: null, said, known }, now);
  await notify(tx, [{ recipient: seller, words: imeiDiffers({ said, known, last4 }) }], now);
}

/**
 * Records that somebody tried to list a phone that is on sale, and returns whose it is. If it is another seller's, that seller and the admins are
 * notified once.
 */
export function recordClaim(db: Db, { hash, last4 }: PhoneKey, claimant: { userId: string }, now: number): Promise<ClaimedBy> {
  return db.transaction().execute(async (tx) => {
    const live = await findLiveListing(tx, hash);
    if (!live) return 'nobody';
    if (live.seller_id === claimant.userId) return 'own';
    const isNew = await insertQuestion(tx, { kind: 'claimed_twice', listing_id: live.id, claimant_id: claimant.userId, said: '', known: null }, now);
    if (!isNew) return 'other';
    await assessLater(tx, live.id, now);
    await notify(tx, [{ recipient: { userId: live.seller_id, email: live.email }, words: phoneClaimedTwice(live, last4) }], now);
    await notifyAdmins(tx, phoneClaimedTwiceForAdmin(live, last4), now);
    return 'other';
  });
}

/** Closes a question, which then no longer counts as a risk of its listing. */
export function closeQuestion(db: Db, id: string, now: number): Promise<CloseOutcome> {
  return db.transaction().execute(async (tx) => {
    const closed = await markQuestionClosed(tx, id, now);
    if (!closed) return { outcome: (await hasQuestion(tx, id)) ? 'already_closed' : 'missing' };
    await assessLater(tx, closed.listing_id, now);
    await writeAudit(tx, { act: 'imei_question_closed', subject: { kind: 'imei_question', id }, before: { open: true }, after: { open: false }, now });
    return { outcome: 'closed' };
  });
}
