export { mailNotices } from './mail.ts';
export { buyerOf, tell } from './queries.ts';
export { listingRemoved, orderPaid, phoneSold, refundBegun, refundDone, saleRefunded, soldToAnother, type Words, yourTurn } from './words.ts';
