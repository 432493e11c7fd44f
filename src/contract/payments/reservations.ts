import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Acknowledged, Deleted } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

/**
 * What bounds reservations, so that nobody takes phones off sale without paying. Spans are multiples of how long paying reserves
 * a phone (15 minutes unless the shop says otherwise). Decision 035 computes what is left to somebody with many accounts.
 */
export const RESERVATION_LIMITS = {
  /** Phones that one person has reserved, or waits for, at a time. */
  person: 2,
  /** The same of everybody on one network who has never bought here, and once so many of their reservations lapsed within a day. */
  network: 8,
  networkLapses: 12,
  networkAfterLapses: 3,
  /** How many wait for one phone, and how many of them may be people who have never bought here. */
  line: 20,
  lineNewcomers: 12,
  /** How long the turn of somebody in line is. */
  turn: 1 / 3,
  /** How long nobody reserves or waits after their first, second, third lapse, and each one after that. */
  pauses: [1, 4, 16, 96],
  /** Lapses older than this, or before a payment, count no more. */
  forgottenAfter: 672,
  day: 96,
  /** Letting go costs nothing so often a day, within so short a time and later; further ones count as lapses. */
  atOnceMs: 60_000,
  freeAtOnce: 10,
  freeLater: 2,
  /** Unpaid bookings that one person has at a time. */
  bookings: 100,
} as const;

/** When the turn of whoever is `place`-th in line begins at the latest; all in epoch ms. `heldUntil`: when the present reservation ends. */
export const latestTurn = (place: number, { now, heldUntil, reservationMs }: { now: number; heldUntil: number | null; reservationMs: number }): number =>
  Math.max(heldUntil ?? now, now) + Math.round((place - 1) * reservationMs * RESERVATION_LIMITS.turn);

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
