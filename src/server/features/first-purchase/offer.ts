import type { DiscountState } from '#contract/first-purchase.ts';
import type { Viewer } from '../../http/access.ts';
import type { BuyerKey } from '../../security/buyer-keys.ts';
import type { Services } from '../../services.ts';
import { findDiscountUse } from './queries.ts';
import { discountOn } from './rules.ts';

type Needs = Pick<Services, 'db' | 'settings' | 'isProduction'>;
type Wanted = { priceCents: number; keys: Pick<BuyerKey, 'account' | 'email'> };

/** What a booking takes off the price, in cents, and why it is nothing. The number that the buyer will type isn't known yet, so it isn't asked about. */
export type Offer = { discountCents: number; state: DiscountState };

/** The discount on somebody's first purchase. In production their address must be verified, since anybody can make up another. */
export async function offerDiscount(
  { db, settings, isProduction }: Needs,
  caller: Pick<Viewer, 'addressVerified'>,
  { priceCents, keys }: Wanted,
): Promise<Offer> {
  const discountCents = discountOn(priceCents, (await settings.fresh()).branding.firstPurchase);
  if (discountCents === 0) return { discountCents: 0, state: 'none' };
  const use = await findDiscountUse(db, [keys.account, keys.email]);
  if (use === 'used') return { discountCents: 0, state: 'used' };
  if (isProduction && !caller.addressVerified) return { discountCents: 0, state: 'unverified' };
  return { discountCents, state: use ?? 'applied' };
}
