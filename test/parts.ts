/** Tests left to `npm run test:long`: they take more than a few seconds, or check what rarely breaks. */
export const LONG = [
  // Interleavings, random requests and hostile texts.
  'test/model/**',
  'test/api/fuzz.test.ts',
  'test/api/naughty-strings.test.ts',
  'test/search/index-model.test.ts',
  // Every statement, in a shop of 100,000 phones.
  'test/api/plans-at-size.test.ts',
  'test/payments/faults.test.ts',
  // 100,000 guesses.
  'test/api/passport-guesses.test.ts',
  // Passwords hashed by the hundred.
  'src/server/adapters/identity/password-hashing.test.ts',
  // Whole processes, started, stopped and killed; copies and backups of whole shops; real data.
  'test/process/**',
  'test/bench/**',
  'test/catalog/**',
  'test/search/real-*.test.ts',
  'src/server/db/seed/**',
  // Scratch copies that are compiled and built.
  'test/docs/*recipe*.test.ts',
];

/** What `npm test` also runs on PostgreSQL: where the two engines could differ most. The rest follows in `npm run test:long`. */
export const QUICK_ON_POSTGRES = [
  'src/server/features/orders',
  'src/server/features/problems/deciding-twice.test.ts',
  'src/server/features/payments/lifecycle.test.ts',
  'src/server/features/payments/reservations.test.ts',
  'src/server/features/listings/listings.test.ts',
  'test/api/query-plans.test.ts',
];

/** The journeys of `npm test`: from a search to a paid phone, the form, and the basics of every page without JavaScript. */
export const QUICK_JOURNEYS = ['test/e2e/journey.test.ts', 'test/e2e/without-javascript.test.ts'];

/** Run on one engine only, because other tests cover how rows are stored. */
export const ON_ONE_ENGINE = [
  'src/server/adapters/images/**',
  'src/server/adapters/identity/oidc/**',
  'src/server/adapters/identity/confirmation.test.ts',
  'src/server/adapters/identity/password-hashing.test.ts',
  'src/server/adapters/identity/unknown-accounts.test.ts',
  'src/server/adapters/payments/practice/**',
  'src/server/adapters/tracing/**',
  'src/server/features/accounts/passkeys.test.ts',
  'src/server/features/accounts/second-factor.test.ts',
  'src/server/features/accounts/sign-in-alerts.test.ts',
  'src/server/features/duplicate-photos/likeness.test.ts',
  'src/server/http/**',
  'src/server/csv/**',
  'src/server/db/seed/**',
  'test/api/cached-replies.test.ts',
  'test/api/authorization.test.ts',
  'test/api/bad-input.test.ts',
  'test/api/call-limits.test.ts',
  'test/api/cookie-calls.test.ts',
  'test/api/fuzz.test.ts',
  'test/api/passport-guesses.test.ts',
  'test/api/sign-in-attack.test.ts',
];

/** Needs both engines at the same time, so it runs only where PostgreSQL is available. */
export const TO_POSTGRES = 'test/process/db-copy.test.ts';

/** Runs with PostgreSQL where it is available, and otherwise without. */
export const WITH_POSTGRES = 'test/process/backup.test.ts';

/** Each test there starts and stops its own PostgreSQL. */
export const OWN_POSTGRES = 'test/postgres';

/** Files that take more than a minute, the longest first, and those that would otherwise be the last of their part. */
export const LONGEST = [
  'test/model/orders-1.test.ts',
  'test/model/orders-2.test.ts',
  'test/docs/recipes.test.ts',
  'test/e2e/layout-shift.test.ts',
  'test/e2e/phone-test.test.ts',
  'test/e2e/every-page.test.ts',
  'test/api/fuzz.test.ts',
  'test/process/start.test.ts',
  'test/docs/listing-field-recipe.test.ts',
  'test/e2e/unusual-listings.test.ts',
  'test/e2e/on-a-phone.test.ts',
  'test/e2e/handover.test.ts',
  'test/e2e/orders-on-postgres.test.ts',
  'test/e2e/identity.test.ts',
  'test/e2e/orders.test.ts',
  'src/server/adapters/identity/password-hashing.test.ts',
  'test/process/backup.test.ts',
  'test/postgres/processes.test.ts',
  'test/model/payments-1.test.ts',
  'test/model/payments-2.test.ts',
  'test/api/plans-at-size.test.ts',
  'test/postgres/starting-at-once.test.ts',
  'test/postgres/payments.test.ts',
  'test/postgres/orders.test.ts',
];
