/** What waits for `npm run test:long`: it takes more than a few seconds, or looks for what a change rarely breaks. */
export const LONG = [
  // Interleavings, random requests and hostile texts.
  'test/model/**',
  'test/api/fuzz.test.ts',
  'test/api/naughty-strings.test.ts',
  'test/search/index-model.test.ts',
  'test/payments/faults.test.ts',
  // Passwords hashed by the hundred.
  'test/api/sign-in-attack.test.ts',
  'src/server/adapters/identity/password-hashing.test.ts',
  'src/server/adapters/identity/confirmation.test.ts',
  // Whole processes, started, stopped and killed; copies and backups of whole shops; other people's data.
  'test/process/**',
  'test/bench/**',
  'test/catalog/**',
  'test/search/real-*.test.ts',
  'src/server/db/seed/**',
  // Scratch copies that are compiled and built.
  'test/docs/*recipe*.test.ts',
];

/** What `npm test` tries on PostgreSQL, too: where the two engines could differ most. The rest follows in `npm run test:long`. */
export const QUICK_ON_POSTGRES = [
  'src/server/features/orders',
  'src/server/features/payments/lifecycle.test.ts',
  'src/server/features/payments/reservations.test.ts',
  'src/server/features/listings/listings.test.ts',
  'test/api/query-plans.test.ts',
];

/** The journeys of `npm test`: from a search to a paid phone, the form, and every page's manners without a script. */
export const QUICK_JOURNEYS = ['test/e2e/journey.test.ts', 'test/e2e/guards.test.ts', 'test/e2e/without-javascript.test.ts'];

/** What has little to do with the engine: its rows are tried by other tests. */
export const ON_ONE_ENGINE = [
  'src/server/adapters/images/**',
  'src/server/adapters/identity/oidc/**',
  'src/server/adapters/payments/practice/**',
  'src/server/adapters/tracing/**',
  'src/server/features/duplicate-photos/likeness.test.ts',
  'src/server/http/**',
  'src/server/csv/**',
  'src/server/db/seed/**',
  'test/api/cached-replies.test.ts',
  'test/api/authorization.test.ts',
  'test/api/bad-input.test.ts',
  'test/api/fuzz.test.ts',
  'test/api/sign-in-attack.test.ts',
];

/** Needs both engines at once, so it is tried where PostgreSQL is. */
export const TO_POSTGRES = 'test/process/db-copy.test.ts';

/** Is tried with PostgreSQL where there is one, and otherwise without. */
export const WITH_POSTGRES = 'test/process/backup.test.ts';

/** Each test there has a PostgreSQL of its own, which it stops and starts. */
export const OWN_POSTGRES = 'test/postgres';
