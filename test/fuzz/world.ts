import type { TestApp } from '#test/support/app.ts';
import type { Person } from '#test/support/world/world.ts';

/** Who makes requests. `newcomer` is logged in with the identity service and, in every second world, also registered in the shop. */
export const WHO = ['nobody', 'buyer', 'rival', 'seller', 'competitor', 'admin', 'newcomer'] as const;
export type Who = (typeof WHO)[number];
export type Member = Exclude<Who, 'nobody' | 'newcomer'>;

/** What random requests refer to. */
export const REF_KINDS = [
  'listing',
  'order',
  'user',
  'lostPhone',
  'imeiQuestion',
  'upload',
  'intent',
  'model',
  'draft',
  'import',
  'code',
  'phoneTest',
  'duplicatePhoto',
  'decision',
  'answer',
  'review',
  'conversation',
  'offer',
  'notification',
  'pushDevice',
  'savedSearch',
  'wantedAd',
  'session',
  'email',
  'cursor',
] as const;

/** Single rows with which one particular call succeeds. */
export const ROWS = [
  'spareListing',
  'rivalsSearch',
  'searchToPost',
  'adToEnd',
  'adToRemove',
  'phoneToAnswer',
  'reportedListing',
  'seenListing',
  'removedListing',
  'paidListing',
  'arrivedOrder',
  'arrivedIntent',
  'settledOrder',
  'refusedPayment',
  'sellersPassport',
  'boughtOrder',
  'problemOrder',
  'offeredOrder',
  'escalatedOrder',
  'returningOrder',
  'orderToMeet',
  'orderWithMeeting',
  'proposal',
  'missedOrder',
  'canceledOrder',
  'reviewableOrder',
  'reportedReview',
  'reportedConversation',
  'openOrder',
  'offerToCounter',
  'offerToAccept',
  'offerToRefuse',
  'offerToWithdraw',
  'waitingOrder',
  'wholeUpload',
  'partOfUpload',
  'openCode',
  'finishedTest',
  'testToken',
  'testKey',
  'testNonce',
  'testSignature',
  'picture',
  'warning',
  'revision',
  'resetToken',
  'recoveryCode',
  'firstCode',
] as const;
export type RefKind = (typeof REF_KINDS)[number] | (typeof ROWS)[number];

/** A text that only `readers` may ever see in a reply. */
export type Secret = { what: string; text: string; readers: readonly Who[] };

/** Two sellers, two buyers and an admin, with rows of every kind. */
export type World = {
  people: Record<Member, Person>;
  /** The newcomer's session cookie. */
  cookie: string;
  /** Ids of existing rows, and of some that were deleted. */
  refs: Record<RefKind, (string | number)[]>;
  secrets: Secret[];
};

/** A world under construction. `number` tells its texts from another world's. */
export type Making = World & {
  shop: TestApp;
  number: number;
  /** A unique text, or `text`, that only `readers` may see. */
  secret(what: string, readers: readonly Who[], text?: string): string;
  /** Makes a call that must succeed. Returns the reply's body. */
  granted<Reply>(as: Member, call: string, body?: object): Promise<Reply>;
  /** The same, returning the id of what was created. */
  inserted(as: Member, call: string, body: object): Promise<string>;
};

/** Everybody with an account. */
export const SIGNED_IN = WHO.filter((who) => who !== 'nobody' && who !== 'newcomer');
