import type { LedgerTable } from '../../db/tables/orders.ts';

/**
 * What each ledger entry is to its sale: what came in is positive, what went out negative. Once a sale has ended, they add up to zero. What a bank
 * charges the shop for a dispute is no part of it.
 */
export const SALE_SIGNS = {
  charge: 1,
  discount: 1,
  discount_reversal: -1,
  fee: -1,
  fee_reversal: 1,
  refund: -1,
  refund_failed: 1,
  dispute: -1,
  dispute_reversal: 1,
  transfer: -1,
  transfer_reversal: 1,
} as const satisfies Partial<Record<LedgerTable['kind'], 1 | -1>>;

export type SaleKind = keyof typeof SALE_SIGNS;

export const SALE_KINDS = Object.keys(SALE_SIGNS) as SaleKind[];

/** The kinds that came in. */
export const GAINS: readonly SaleKind[] = SALE_KINDS.filter((kind) => SALE_SIGNS[kind] === 1);
