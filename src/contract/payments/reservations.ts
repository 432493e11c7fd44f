import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Acknowledged, Deleted } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

/**
 * Limits on reservations, so that nobody blocks phones without paying. Durations are multiples of how long a payment reserves a phone (15 minutes
 * by default). Decision 035 computes what somebody with many accounts could still do.
 */
export const RESERVATION_LIMITS = {
  /** Phones that one person can have reserved or wait for at a time. */
  person: 2,
  /** The same for all newcomers on one network; after `networkLapses` lapses in a day, only `networkAfterLapses`. */
  network: 8,
  networkLapses: 12,
  networkAfterLapses: 3,
  /** How many can wait for one phone, and how many of them can be newcomers. */
  line: 20,
  lineNewcomers: 12,
  /** How long a turn from the waitlist lasts. */
  turn: 1 / 3,
  /** How long a person can't reserve or wait after their first, second and third lapse, and each one after that. */
  pauses: [1, 4, 16, 96],
  /** Lapses older than this, or before a purchase, no longer count. */
  forgottenAfter: 672,
  day: 96,
  /** How often a day a phone can be released for free, right away and later; beyond that it counts as a lapse. */
  atOnceMs: 60_000,
  freeAtOnce: 10,
  freeLater: 2,
  /** Unpaid bookings that one person can have at a time. */
  bookings: 100,
} as const;

/** When the turn of the `place`-th on the waitlist begins at the latest; all in epoch ms. `heldUntil`: when the current reservation ends. */
export function latestTurn(place: number, { now, heldUntil, reservationMs }: { now: number; heldUntil: number | null; reservationMs: number }): number {
  return Math.max(heldUntil ?? now, now) + Math.round((place - 1) * reservationMs * RESERVATION_LIMITS.turn);
}

const OrderParams = z.object({ orderId: Id });

export const reservationCalls = {
  'DELETE /bookings/:orderId': {
    summary: 'Cancels the caller’s own unpaid booking and releases its reservation.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Deleted,
  },
  'DELETE /orders/:orderId/reservation': {
    summary: 'Releases the reservation of the caller’s own order. The booking stays.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Deleted,
  },
  'POST /orders/:orderId/wait': {
    summary: 'Joins the waitlist for the phone of the caller’s own order. When it’s their turn, the phone is reserved for them and they are notified.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Acknowledged,
  },
  'DELETE /orders/:orderId/wait': {
    summary: 'Leaves the waitlist.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
