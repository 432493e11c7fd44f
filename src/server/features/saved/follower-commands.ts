import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { notify, type Words } from '../notifications/index.ts';
import { type FollowedListing, type Follower, findFollowed, findFollowersToUpdate, findNotified, markFollowerUpdated } from './follower-queries.ts';
import { availableAgain, priceDropped } from './messages.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>;

const BATCH = 25;
/** A seller who pauses and resumes a phone causes one message a follower in this time. */
const AGAIN_AT_MOST_EVERY_MS = days(1);

/**
 * Notifies those who saved a phone that it costs less than they know, or is on sale again: once per change, also when it is repeated, and of the latter
 * once a day at most.
 */
export async function notifyFollowers({ db, clock, unsubscribeLinks }: Needs, listingId: string): Promise<void> {
  const listing = await findFollowed(db, listingId);
  if (!listing) return;
  await inBatches(BATCH, async (limit) => {
    const followers = await findFollowersToUpdate(db, listing, limit);
    if (followers.length > 0) await db.transaction().execute((tx) => update(tx, unsubscribeLinks, listing, { followers, now: clock.now() }));
    return followers.length;
  });
}

async function update(tx: Db, links: Needs['unsubscribeLinks'], listing: FollowedListing, { followers, now }: { followers: Follower[]; now: number }) {
  const updated: Follower[] = [];
  for (const follower of followers)
    if ((await markFollowerUpdated(tx, listing, follower)) && listing.isOnSale && follower.user_id !== listing.seller_id) updated.push(follower);
  const back = updated.filter(({ was_on_sale }) => was_on_sale === 0).map(({ user_id }) => user_id);
  const notifiedAgain = await findNotified(tx, availableAgain(listing), back, now - AGAIN_AT_MOST_EVERY_MS);
  const notified = updated.flatMap((follower) => {
    const { user_id, email } = follower;
    const words = toWords(listing, follower, { isNotifiedAgain: notifiedAgain.has(user_id) });
    return words ? [{ recipient: { userId: user_id, email }, words, unsubscribe: links.pathTo({ kind: 'saved', id: user_id }) }] : [];
  });
  await notify(tx, notified, now);
}

/** What a follower is told; null when there is nothing they don't know. */
function toWords(listing: FollowedListing, { was_on_sale, notified_cents }: Follower, { isNotifiedAgain }: { isNotifiedAgain: boolean }): Words | null {
  if (was_on_sale === 0 && !isNotifiedAgain) return availableAgain(listing);
  return listing.price_cents < notified_cents ? priceDropped(listing, notified_cents) : null;
}
