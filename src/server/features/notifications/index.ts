export {
  answerSettled,
  ownListingOnHold,
  ownListingReleased,
  ownListingRemovedFor,
  type ReportOutcome,
  reportDecided,
  sellerSuspended,
  sellerWarned,
  suspensionLifted,
  warningWithdrawn,
} from './moderation-words.ts';
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
export { buyerOf, type Reader, tell } from './queries.ts';
export {
  disputeClosed,
  disputeOpened,
  disputeOpenedForSeller,
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
