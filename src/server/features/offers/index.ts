export { endOffersBetween } from './commands.ts';
export { closeOffers, closeOffersAbove, closeOffersOfBuyer, type OffersEnd, sweepOffers } from './ending-commands.ts';
