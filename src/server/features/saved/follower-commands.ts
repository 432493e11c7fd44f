import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { notify } from '../notifications/index.ts';
import { type FollowedListing, type Follower, findFollowed, findFollowersToUpdate, markFollowerUpdated } from './follower-queries.ts';
import { availableAgain, priceDropped } from './messages.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>;

const BATCH = 25;

/** Notifies those who saved a phone that it costs less than they know, or is on sale again: once per change, also when it is repeated. */
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
  const notified = [];
  for (const follower of followers) {
    if (!(await markFollowerUpdated(tx, listing, follower)) || !listing.isOnSale || follower.user_id === listing.seller_id) continue;
    const unsubscribe = links.pathTo({ kind: 'saved', id: follower.user_id });
    const recipient = { userId: follower.user_id, email: follower.email };
    notified.push({ recipient, words: follower.was_on_sale === 0 ? availableAgain(listing) : priceDropped(listing, follower.notified_cents), unsubscribe });
  }
  await notify(tx, notified, now);
}
