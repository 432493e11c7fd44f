import type { TestApp } from '#test/support/app.ts';
import type { Person } from '#test/support/world/world.ts';

/** Who asks. `newcomer` is signed in with the identity service and, in every second world, has an account in the shop, too. */
export const WHO = ['nobody', 'buyer', 'rival', 'seller', 'competitor', 'admin', 'newcomer'] as const;
export type Who = (typeof WHO)[number];
export type Member = Exclude<Who, 'nobody' | 'newcomer'>;

/** What requests name at random. */
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
  'duplicatePhoto',
  'decision',
  'answer',
  'session',
  'email',
  'cursor',
] as const;

/** Rows of which there is one, such that one call can do its work with it. */
export const ROWS = [
  'spareListing',
  'reportedListing',
  'seenListing',
  'removedListing',
  'paidListing',
  'arrivedOrder',
  'arrivedIntent',
  'settledOrder',
  'openOrder',
  'waitingOrder',
  'wholeUpload',
  'partOfUpload',
  'openCode',
  'picture',
  'warning',
  'revision',
  'resetToken',
  'recoveryCode',
  'firstCode',
] as const;
export type RefKind = (typeof REF_KINDS)[number] | (typeof ROWS)[number];

/** A text that only these may ever read in a reply. */
export type Secret = { what: string; text: string; readers: readonly Who[] };

/** Two sellers, two buyers and an admin, with rows of every kind. */
export type World = {
  people: Record<Member, Person>;
  /** The identity service's cookie of the newcomer. */
  cookie: string;
  /** Ids that are really there, and some that were. */
  refs: Record<RefKind, (string | number)[]>;
  secrets: Secret[];
};

/** A world while it is made. `number` tells its texts from another's. */
export type Making = World & {
  shop: TestApp;
  number: number;
  /** A text unlike any other, or `text`, that only `readers` may be told. */
  secret(what: string, readers: readonly Who[], text?: string): string;
  /** Asks for what must be granted; answers what was replied. */
  granted<Reply>(as: Member, call: string, body?: object): Promise<Reply>;
  /** The same, for the id of what was made. */
  inserted(as: Member, call: string, body: object): Promise<string>;
};

/** All who may see what needs an account. */
export const SIGNED_IN = WHO.filter((who) => who !== 'nobody' && who !== 'newcomer');
