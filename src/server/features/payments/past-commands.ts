import { minutes } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { lockListing, setListingReservation } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import { turnOver } from './messages.ts';
import { findAhead, moveBack } from './reservation-queries.ts';
import { pausedUntil, type Timing } from './reservation-rules.ts';
import { endReservation, findTimed, readStanding } from './standing-queries.ts';

/** How much the clocks of two processes may differ. */
const TOLERANCE_MS = minutes(1);

type Past = Awaited<ReturnType<typeof findTimed>>[number];

/**
 * Records the end of reservations that have expired or lost their phone, and tells buyers whose turn on a waitlist expired. Call it outside any
 * transaction: each has its own, so that people waiting for each other's phones never wait for each other's rows.
 */
export async function endPastReservations(db: Db, of: Parameters<typeof findTimed>[1], timing: Timing): Promise<void> {
  for (const past of await findTimed(db, of)) {
    const isTheirs = past.reserved_by === past.order_id && past.reserved_until === past.until;
    if (isTheirs && past.until > timing.now) continue;
    const outcome = isTheirs && past.excused_at === null ? 'lapsed' : 'ended';
    await db.transaction().execute(async (tx) => {
      const isEnded = await endReservation(tx, past, { outcome, at: Math.min(past.until, timing.now) });
      if (isEnded && isTheirs && wasTurn(past, timing.now)) await notifyOfTurnOver(tx, past, timing);
    });
  }
}

/** Whether they came up from the waitlist. If their agreed price is over, too, they are told that. */
function wasTurn({ asked_at, began_at, agreed_until }: Past, now: number): boolean {
  return began_at !== null && began_at > asked_at && (agreed_until === null || agreed_until > now);
}

async function notifyOfTurnOver(tx: Db, past: Past, timing: Timing): Promise<void> {
  const pause = pausedUntil(await readStanding(tx, past.buyer_id, timing), timing.reservationMs);
  const words = turnOver({ ...past, id: past.order_id }, pause > timing.now ? pause : null);
  await notify(tx, [{ recipient: buyerOf(past), words }], timing.now);
}

/** Makes reservations that began or ended in the future do so now: the clock was set back since, and they would last, or pause their buyer, until then. */
export async function moveAheadBack(db: Db, now: number): Promise<void> {
  for (const { id, listing_id, order_id, asked_at, until, latest } of await findAhead(db, now + TOLERANCE_MS))
    await db.transaction().execute(async (tx) => {
      const listing = await lockListing(tx, listing_id);
      const byMs = latest - now;
      if (!(await moveBack(tx, { id, asked_at }, byMs)) || until === null) return;
      if (listing?.reserved_by === order_id && listing.reserved_until === until)
        await setListingReservation(tx, listing_id, { orderId: order_id, until: until - byMs });
    });
}
