import { z } from 'zod';
import { OrderSide } from './orders.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** Whether the phone goes to the buyer, or back to the seller. */
export const HandoverDirection = z.enum(['handover', 'return']);
export type HandoverDirection = z.infer<typeof HandoverDirection>;

/** The receiver gets the phone, shows the code and confirms the checklist; the giver scans or types the code. */
export const HandoverRole = z.enum(['receiver', 'giver']);
export type HandoverRole = z.infer<typeof HandoverRole>;

export const HANDOVER_LIMITS = {
  /** So many wrong codes within so many minutes; then typed codes are refused for as long, twice as long the next time, and at most a day. */
  tries: 5,
  pauseMinutes: 15,
  maxPauseHours: 24,
  /** How far apart, in minutes, the two sides may have acted without a connection. */
  apartMinutes: 15,
  /** How old, in hours, what a side did without a connection may be. */
  offlineHours: 72,
} as const;

/** A handover or return, as one of its sides sees it. */
export const HandoverView = z.object({
  /** Null where the order's state has neither. */
  direction: HandoverDirection.nullable(),
  role: HandoverRole,
  /** What the codes are made from, in base64url; null for the giver, and when nothing is to be confirmed. */
  secret: z.string().nullable(),
  /** What codes are made by, and not by the device's clock. */
  serverTime: Moment,
  /** When each side's proof arrived. */
  receivedAt: Moment.nullable(),
  givenAt: Moment.nullable(),
  /** The giver's code was scanned without a connection: it counts together with the receiver's confirmation. */
  isWaiting: z.boolean(),
  /** Until when typed codes are refused. */
  pausedUntil: Moment.nullable(),
  isDone: z.boolean(),
});
export type HandoverView = z.infer<typeof HandoverView>;

/** What a side sent to prove a handover or a return, for those who decide. */
export const HandoverProof = z.object({
  direction: HandoverDirection,
  side: OrderSide,
  how: z.enum(['scanned', 'typed', 'confirmed']),
  /** It couldn't be sent at once. */
  isOffline: z.boolean(),
  /** When the code was shown, by the server's time; null for a confirmation. */
  shownAt: Moment.nullable(),
  /** When it was made, by the device's clock. */
  madeAt: Moment,
  receivedAt: Moment,
  /** Null for a code that waits for the receiver's confirmation, or came too late. */
  countedAt: Moment.nullable(),
});
export type HandoverProof = z.infer<typeof HandoverProof>;

const MadeAt = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);

const Mac = z.string().regex(/^[\w-]{22}$/u, 'This isn’t one of our codes.');

/** A scanned code names its order, so that another order's code is told apart from a forged one. */
export const HandoverCode = z.discriminatedUnion('how', [
  z.object({ how: z.literal('scanned'), orderId: Id, step: z.int().nonnegative().max(999_999_999_999), mac: Mac }),
  z.object({
    how: z.literal('typed'),
    digits: z.string().regex(/^\d{6}$/u, 'Enter the six digits.'),
  }),
]);
export type HandoverCode = z.infer<typeof HandoverCode>;

export const HandoverCodeInput = z.object({
  direction: HandoverDirection,
  code: HandoverCode,
  /** When it was scanned or typed, by the server's clock as far as the device knows it (epoch ms). */
  madeAt: MadeAt,
  /** It couldn't be sent at once. */
  offline: z.boolean(),
});
export type HandoverCodeInput = z.infer<typeof HandoverCodeInput>;

export const HandoverConfirmationInput = z.object({
  direction: HandoverDirection,
  madeAt: MadeAt,
  mac: Mac,
  offline: z.boolean(),
  /** Whether the returned phone goes back on sale; required for a return. */
  relist: z.boolean().optional(),
});
export type HandoverConfirmationInput = z.infer<typeof HandoverConfirmationInput>;

const params = z.object({ orderId: Id });

export const handoverCalls = {
  'GET /orders/:orderId/handover': {
    summary: 'Returns where the handover or return of a paid order stands, and to the side that shows the code what it is made from.',
    access: 'signed-in',
    rows: 'own',
    params,
    reply: HandoverView,
  },
  'POST /orders/:orderId/handover/confirmation': {
    summary: 'Confirms the phone in hand: by the buyer at the handover, by the seller at the return. Repeating it changes nothing.',
    access: 'signed-in',
    rows: 'own',
    params,
    body: HandoverConfirmationInput,
    reply: Updated,
  },
  'POST /orders/:orderId/handover/code': {
    summary: 'Proves that the phone was handed over, or back, with the code on the other side’s page. Repeating it changes nothing.',
    access: 'signed-in',
    rows: 'own',
    params,
    body: HandoverCodeInput,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
