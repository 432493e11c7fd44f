import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** What is recorded: everything admins do, what they look up about people, and every change of a role, a payment or a listing's state. */
export const AuditAct = z.enum([
  'listing_listed',
  'listing_edited',
  'listing_paused',
  'listing_resumed',
  'listing_advertised',
  'listing_held',
  'listing_released',
  'listing_removed',
  'listing_restored',
  'listing_sold',
  'listing_cleared',
  'sale_undone',
  'offer_accepted',
  'order_completed',
  'order_decided',
  'review_cleared',
  'review_removed',
  'review_restored',
  'messages_cleared',
  'messages_warned',
  'messages_read',
  'wanted_ad_removed',
  'person_registered',
  'selling_started',
  'admin_made',
  'account_given',
  'address_confirmed',
  'password_reset',
  'signed_in',
  'second_factor_failed',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'seller_verified',
  'seller_unverified',
  'seller_warned',
  'warning_withdrawn',
  'seller_suspended',
  'suspension_lifted',
  'person_removed',
  'person_restored',
  'person_logged_out',
  'account_erased',
  'answer_settled',
  'payment_kept',
  'payment_refused',
  'refund_made',
  'refund_failed',
  'seller_paid_out',
  'payout_reversed',
  'dispute_opened',
  'dispute_closed',
  'lost_phone_accepted',
  'lost_phone_refused',
  'lost_phone_withdrawn',
  'imei_question_closed',
  'photos_dismissed',
  'possession_confirmed',
  'possession_refused',
  'setting_changed',
  'records_searched',
  'person_viewed',
  'order_viewed',
]);
export type AuditAct = z.infer<typeof AuditAct>;

/** Who did it: a person by their role at the time, a `visitor` without one, the card `provider`, the `operator` at the command line, or the `shop` itself. */
export const AuditRole = z.enum(['buyer', 'seller', 'admin', 'visitor', 'provider', 'operator', 'shop']);
export type AuditRole = z.infer<typeof AuditRole>;

export const AuditSubjectKind = z.enum(['listing', 'user', 'order', 'lost_phone', 'imei_question', 'setting', 'search']);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;

/** The fields that changed. */
export const AuditValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditValues = z.infer<typeof AuditValues>;

/** One row of the audit log. `number` and `hash` are null until it is sealed about a second later. */
export const AuditEntry = z.object({
  _id: z.string(),
  number: z.int().positive().nullable(),
  at: Moment,
  by: z.object({ role: AuditRole, _id: z.string().nullable(), name: z.string().nullable() }),
  act: AuditAct,
  subject: z.object({ kind: AuditSubjectKind, _id: z.string(), name: z.string().nullable() }),
  /** The network address of the request without its last part; null if there was no request. */
  network: z.string().nullable(),
  requestId: z.string().nullable(),
  before: AuditValues.nullable(),
  after: AuditValues.nullable(),
  hash: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The last sealed row; `number` is 0 and `hash` null before the first. `waiting`: rows that aren't sealed yet. */
export const AuditSeal = z.object({ number: z.int().nonnegative(), hash: z.string().nullable(), waiting: z.int().nonnegative() });
export type AuditSeal = z.infer<typeof AuditSeal>;

const NOT_A_DAY = 'Enter the date as 2026-11-21.';

/** Filters rows by who did it (an ID, an email address or a role), what was done, its subject, and a range of dates (UTC, inclusive). */
export const AuditFilter = z.object({
  who: Id.optional(),
  act: AuditAct.optional(),
  subject: Id.optional(),
  from: z.iso.date(NOT_A_DAY).optional(),
  to: z.iso.date(NOT_A_DAY).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const auditCalls = {
  'GET /auditLog': {
    summary: 'Lists the audit log, most recent first, filtered by who, what, subject and date.',
    access: 'admin',
    rows: 'any',
    query: PageQuery.extend(AuditFilter.shape),
    reply: z.array(AuditEntry),
    paged: true,
  },
  'GET /auditLog/seal': {
    summary: 'Returns the number and hash of the last sealed row. Keep a copy elsewhere to prove later that no rows were cut off.',
    access: 'admin',
    rows: 'any',
    reply: AuditSeal,
  },
  'GET /auditLog/export': {
    summary: 'Exports the audit log as CSV with the same filters, most recent first. No cell is read as a formula by a spreadsheet.',
    access: 'admin',
    rows: 'any',
    proof: 'recent',
    query: AuditFilter,
    reply: z.string(),
    file: 'text/csv',
  },
} as const satisfies Record<string, Endpoint>;
