import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { Id } from './shared/text.ts';

/**
 * What became of the first-purchase discount. `none`: not offered; `applied`: taken off; `in_use`: another order of the same person is being paid
 * with it right now; `used`: the same person has bought a phone since; `unverified`: offered once they have verified their email address.
 */
export const DiscountState = z.enum(['none', 'applied', 'in_use', 'used', 'unverified']);
export type DiscountState = z.infer<typeof DiscountState>;

/** What the first purchase costs less: this percentage of the price, `cap` dollars at most. */
export const DiscountTerms = z.object({ percent: z.int().positive(), cap: z.int().positive() });
export type DiscountTerms = z.infer<typeof DiscountTerms>;

export const firstPurchaseCalls = {
  'GET /firstPurchase/:productId': {
    summary: 'Returns what the first-purchase discount would take off this phone if the caller booked it now.',
    access: 'signed-in',
    rows: 'own-list',
    params: z.object({ productId: Id }),
    reply: z.object({ discount: Amount, discountState: DiscountState }),
  },
} as const satisfies Record<string, Endpoint>;
