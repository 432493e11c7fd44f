import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/**
 * Where a seller's money for one sale is. `due`: to be sent; `sending`: asked for; `sent`: at the payout service; `noted`: an admin paid it;
 * `failed`: the payout service refused it, and it is tried again; `reversed`: the sale was undone, and nothing is left for the seller.
 */
export const PayoutState = z.enum(['due', 'sending', 'sent', 'failed', 'noted', 'reversed']);
export type PayoutState = z.infer<typeof PayoutState>;

/** What a payout waits for. The first four are the seller's to settle. */
export const PayoutWait = z.enum(['no_account', 'account_incomplete', 'account_restricted', 'account_gone', 'dispute', 'provider']);
export type PayoutWait = z.infer<typeof PayoutWait>;

/** The payout of one sale, in dollars: `net` = the price less `refunded`, `fee` and `offset`. */
export const SalePayout = z.object({
  state: PayoutState,
  waitsFor: PayoutWait.nullable(),
  /** What went back to the buyer. */
  refunded: Amount,
  fee: Amount,
  /** Taken off for what the seller owed from earlier sales. */
  offset: Amount,
  net: Amount,
  /** Taken back after it was paid, and what the seller still owes because it couldn't be. */
  takenBack: Amount,
  owed: Amount,
  paidAt: Moment.nullable(),
});
export type SalePayout = z.infer<typeof SalePayout>;

/** A seller's account at the payout service. `by_hand`: there is no service, the shop pays by itself. */
export const PayoutAccountState = z.enum(['by_hand', 'none', 'incomplete', 'restricted', 'gone', 'ready']);
export type PayoutAccountState = z.infer<typeof PayoutAccountState>;

export const PayoutAccount = z.object({
  state: PayoutAccountState,
  /** What waits until the account is set up, and what the seller owes the shop. */
  waiting: Amount,
  owed: Amount,
});
export type PayoutAccount = z.infer<typeof PayoutAccount>;

/** One line of a statement. Kinds that take money from the seller have negative amounts. */
export const StatementKind = z.enum(['sale', 'discount', 'fee', 'refund', 'dispute', 'paid_out', 'taken_back']);
export type StatementKind = z.infer<typeof StatementKind>;

export const StatementLine = z.object({ _id: z.string(), at: Moment, kind: StatementKind, orderId: z.string(), ProductName: z.string(), amount: z.number() });
export type StatementLine = z.infer<typeof StatementLine>;

/** What happened to a seller's money in one month (UTC). A balance is what the shop still has for the seller; below zero the seller owes it. */
export const Statement = z.object({
  /** `2026-06`. */
  month: z.string(),
  /** The month of the seller's first sale, or the current one. */
  firstMonth: z.string(),
  currentMonth: z.string(),
  opening: z.number(),
  closing: z.number(),
  /** What `closing` is without because a bank, which hasn’t decided yet, withdrew it after the payout. The seller doesn’t owe it. */
  withdrawn: z.number(),
  /** The sum of each kind; those without lines are missing. */
  totals: z.array(z.object({ kind: StatementKind, amount: z.number() })),
  /** Oldest first. */
  lines: z.array(StatementLine),
  /** There are more lines than these; the CSV file has all of them. */
  isCut: z.boolean(),
});
export type Statement = z.infer<typeof Statement>;

/** The most lines a statement has. */
export const STATEMENT_LINES = 500;

const MONTH = 'Write the month as 2026-06.';
const Month = z.string(MONTH).regex(/^20\d\d-(?:0[1-9]|1[0-2])$/u, MONTH);

export const payoutCalls = {
  'GET /payoutAccount': {
    summary: 'Returns whether the caller can be paid by the shop’s payout service.',
    access: 'seller',
    rows: 'own-list',
    reply: PayoutAccount,
  },
  'POST /payoutAccount/check': {
    summary: 'Asks the payout service for the present state of the caller’s account.',
    access: 'seller',
    rows: 'own-list',
    reply: PayoutAccount,
  },
  'POST /payoutAccount/link': {
    summary: 'Opens an account at the payout service, unless the caller has one, and returns the address where they enter their details.',
    access: 'seller',
    rows: 'own-list',
    reply: z.object({ url: z.string() }),
  },
  'GET /statements/:month': {
    summary: 'Returns what happened to the caller’s money in one month. 404 for a month before their first sale or in the future.',
    access: 'seller',
    rows: 'own-list',
    params: z.object({ month: Month }),
    reply: Statement,
  },
  'GET /statements/:month/export': {
    summary: 'Exports one month’s statement as CSV. No cell is read as a formula by a spreadsheet.',
    access: 'seller',
    rows: 'own-list',
    params: z.object({ month: Month }),
    reply: z.string(),
    file: 'text/csv',
  },
  'POST /orders/:orderId/payout': {
    summary: 'Notes that an admin paid the seller of an order. 409 when the shop’s payout service does that, or can once the seller has set it up.',
    access: 'admin',
    rows: 'any',
    params: z.object({ orderId: Id }),
    reply: Updated,
  },
  'POST /webhooks/payouts': {
    summary: 'Receives signed webhook events about sellers’ accounts from the payout service.',
    access: 'provider',
    rows: 'any',
    limit: 'none',
    reply: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;
