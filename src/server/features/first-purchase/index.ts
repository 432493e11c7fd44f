export { fillBuyerKeys } from './fill-buyer-keys.ts';
export { offerDiscount } from './offer.ts';
export { chargedCents, claimDiscount, dropDiscount, insertBuyerKeys, keepDiscount, replaceBuyerKeys, whyDiscountLost } from './queries.ts';
