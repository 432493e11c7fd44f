import type { WantedPhone } from '#contract/alerts/wanted.ts';
import { noteWantedAds } from '../../../db/changes.ts';
import type { Db } from '../../../db/tables.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { lockCaller } from '../../accounts/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { notify } from '../../notifications/index.ts';
import { wantedAnswered, wantedRemoved } from './messages.ts';
import { countAnswers, countOpenAds, endAd, findAnswered, findOpenAd, findOwnSearch, insertAnswer, lockSearch, markKnown, updateAd } from './queries.ts';
import { endOf, requireFewAnswers, requirePostable, requireRoomForAd, requireSearch } from './rules.ts';
import { phoneOf } from './view.ts';

type Posted = { phone: WantedPhone; cents: number; until: string };
type Answered = { adId: string; listing: { id: string; model_name: string; price_cents: number }; sellerId: string };

/** Makes somebody's saved search a wanted ad, or changes it. Throws 403, 404, 409 or 422. */
export function postAd(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, userId }: { id: string; userId: string },
  { phone, cents, until }: Posted,
): Promise<boolean> {
  const now = clock.now();
  const end = endOf(until, now);
  return db.transaction().execute(async (tx) => {
    // One at a time, so that requests at once can’t exceed the limit.
    const person = await lockCaller(tx, userId);
    const search = await findOwnSearch(tx, id, userId);
    requireSearch(search);
    requirePostable(search, person);
    requireRoomForAd(await countOpenAds(tx, userId, { besides: id, now }));
    const isPosted = await updateAd(tx, id, { phone, cents, until: end, now });
    if (isPosted) await noteWantedAds(tx, now);
    return isPosted;
  });
}

/** Ends a wanted ad; returns how many were open. */
export function endWantedAd(db: Db, id: string, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ended = await endAd(tx, id, now);
    if (ended > 0) await noteWantedAds(tx, now);
    return ended;
  });
}

/** Notifies the person of an ad that a listing meets it: once. Returns whether this was the first time. Throws 404, 409 or 429. */
export function answerAd(
  { db, clock, unsubscribeLinks }: Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>,
  { adId, listing, sellerId }: Answered,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, sellerId);
    if ((await findAnswered(tx, listing.id)).has(adId)) return false;
    await lockSearch(tx, adId);
    const ad = await findOpenAd(tx, adId, now);
    if (!ad) throw new NotFoundError('This wanted ad isn’t open anymore.');
    requireFewAnswers(await countAnswers(tx, sellerId, now), now);
    if (!(await insertAnswer(tx, { adId, listingId: listing.id, sellerId, now })))
      throw new ConflictError('conflict', 'Your phone doesn’t meet this wanted ad anymore.');
    await markKnown(tx, adId, listing.id, now);
    const recipient = { userId: ad.user_id, email: ad.email };
    const unsubscribe = unsubscribeLinks.pathTo({ kind: 'saved', id: ad.user_id });
    await notify(tx, [{ recipient, words: wantedAnswered(phoneOf(ad).title, listing), unsubscribe }], now);
    return true;
  });
}

/** Removes a wanted ad for good; returns whether it was open. */
export function removeAd(db: Db, id: string, { reason, adminId, now }: { reason: string; adminId: string; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ad = await findOpenAd(tx, id, now);
    if (!ad || (await endAd(tx, id, now, true)) === 0) return false;
    await noteWantedAds(tx, now);
    const { title } = phoneOf(ad);
    await writeAudit(tx, { act: 'wanted_ad_removed', subject: { kind: 'user', id: ad.user_id }, after: { title }, by: { role: 'admin', id: adminId }, now });
    await notify(tx, [{ recipient: { userId: ad.user_id, email: ad.email }, words: wantedRemoved(title, reason) }], now);
    return true;
  });
}
