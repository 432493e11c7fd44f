import { z } from 'zod';

/** Stable codes for programs; the message next to them is for people. */
export const ErrorCode = z.enum([
  'malformed',
  'invalid',
  'not_signed_in',
  'wrong_credentials',
  'not_registered',
  'not_allowed',
  'account_removed',
  'email_unverified',
  'code_needed',
  'passkey_needed',
  'second_factor_needed',
  'proof_needed',
  'not_found',
  'misdirected',
  'conflict',
  'already_booked',
  'already_paid',
  'order_changed',
  'listing_changed',
  'own_listing',
  'sold',
  'already_listed',
  'reported_lost',
  'being_paid',
  'reservation_limit',
  'on_hold',
  'suspended',
  'order_closed',
  'refunded',
  'disputed',
  'not_paid',
  'payment_processing',
  'account_exists',
  'too_large',
  'wrong_code',
  'expired_code',
  'too_many',
  'unpayable',
  'provider_failed',
  'unavailable',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/**
 * The body of every error. `fields` maps a field's name (`specification.SIM` for nested ones) to its message. `current` is the thing as it is: with
 * `listing_changed` the listing, and with `already_booked` the caller's order, as `{ orderId }`, while it can be paid.
 */
export const ErrorReply = z.object({
  message: z.string(),
  code: ErrorCode,
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
