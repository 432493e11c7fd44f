export {
  answerSettled,
  ownListingReleased,
  ownListingRemovedFor,
  ownListingUnderReview,
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
  ownListingReview,
  phoneClaimedTwice,
  phoneClaimedTwiceForAdmin,
  soldPhoneLost,
} from './phone-words.ts';
export { ownListingOfAnothersPhotos, possessionConfirmed, possessionRefused } from './photo-words.ts';
export { buyerOf, notify, type Recipient } from './queries.ts';
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
