import { toDollars } from '#contract/shared/money.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findListing, requireListing } from '../listings/index.ts';
import { offerDiscount } from './offer.ts';

export function firstPurchaseRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'settings' | 'isProduction' | 'buyerKeys'>): void {
  serve('GET /firstPurchase/:productId', async ({ caller, params }) => {
    const listing = await findListing(services.db, params.productId);
    requireListing(listing);
    const keys = services.buyerKeys.of({ userId: caller.userId, email: caller.email, phone: '' });
    const { discountCents, state } = await offerDiscount(services, caller, { priceCents: listing.price_cents, keys });
    return { reply: { discount: toDollars(state === 'applied' ? discountCents : 0), discountState: state } };
  });
}
