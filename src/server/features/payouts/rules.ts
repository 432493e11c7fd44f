import type { PayoutWait } from '#contract/payouts.ts';
import { minutes } from '#contract/shared/durations.ts';

/** How long to leave an attempt alone whose outcome isn’t known: what it did may not be on the provider’s list yet. */
export const SETTLE_MS = minutes(5);

/** How much of what a seller is to get pays what they owe; never more than either. */
export const offsetOf = (netCents: number, debtCents: number): number => Math.max(0, Math.min(netCents, debtCents));

type Paid = { net_cents: number; offset_cents: number; reversed_cents: number; debt_cents: number };

type Taking = { taking_cents: number; debt_cents: number };

/** How much has to come back of what a seller was paid, given what they are entitled to. */
export function excessOf({ net_cents, offset_cents, reversed_cents, debt_cents }: Paid, entitledCents: number): number {
  return Math.max(0, net_cents + offset_cents - reversed_cents - debt_cents - entitledCents);
}

/** What is left to take back, and owed, once this much was taken: more than was asked for pays what is owed. */
export function lessTaken({ taking_cents, debt_cents }: Taking, takenCents: number): Taking {
  const more = Math.max(0, takenCents - taking_cents);
  return { taking_cents: Math.max(0, taking_cents - takenCents), debt_cents: Math.max(0, debt_cents - more) };
}

/** Why a seller's account can't receive money; null when it can. */
export function waitForAccount(account: { state: 'incomplete' | 'restricted' | 'gone' | 'ready' } | undefined): PayoutWait | null {
  if (!account) return 'no_account';
  return account.state === 'ready' ? null : (`account_${account.state}` as const);
}

/** Waits that end when the seller has set up their account. */
export const SELLERS_WAITS: readonly PayoutWait[] = ['no_account', 'account_incomplete', 'account_restricted', 'account_gone'];
