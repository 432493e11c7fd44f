export {
  boughtPhoneLost,
  imeiDiffers,
  lostPhoneAccepted,
  lostPhoneDisputed,
  lostPhoneFound,
  lostPhoneRefused,
  ownListingHeld,
  phoneClaimedTwice,
  phoneClaimedTwiceForAdmin,
  soldPhoneLost,
} from './phone-words.ts';
export { inHandConfirmed, inHandRefused, ownListingOfAnothersPhotos } from './photo-words.ts';
export { buyerOf, tell } from './queries.ts';
export {
  listingRemoved,
  orderPaid,
  ownListingRemoved,
  ownListingRestored,
  phoneSold,
  refundBegun,
  refundDone,
  saleRefunded,
  sellerVerified,
  soldToAnother,
  type Words,
  yourTurn,
} from './words.ts';
