import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Moment, Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';
import { DeviceTraits, StepChallenge, TestStep } from './steps.ts';

export const PHONE_TEST_LIMITS = {
  /** How long a code can be opened, and a run that was begun can be finished. */
  codeMinutes: 60,
  /** How long after the test a phone can be listed with it, in days. */
  listDays: 7,
  /** How many codes a person can get per day. */
  codesADay: 20,
  /** How long a step may take. After that, the step is asked again with another challenge. */
  stepSeconds: 180,
  /** The longest signed result of a step, in characters. */
  result: 4000,
  /** The most bytes that a phone sends at once: a result whose every second character is escaped. */
  bodyBytes: 16_384,
} as const;

/** `failed`: not as it should be. `skipped` and `untestable` say nothing of the phone. */
export const Verdict = z.enum(['passed', 'failed', 'skipped', 'untestable']);
export type Verdict = z.infer<typeof Verdict>;

/** The verdict of one step. `note` says in words what was measured, or what was wrong. */
export const StepVerdict = z.object({ step: TestStep, verdict: Verdict, note: z.string() });
export type StepVerdict = z.infer<typeof StepVerdict>;

/** Whether the browser named the listing’s model. `unknown`: it doesn’t say, or says too little. */
export const ModelVerdict = z.object({ verdict: z.enum(['match', 'mismatch', 'unknown']), note: z.string() });
export type ModelVerdict = z.infer<typeof ModelVerdict>;

/** Why a whole run can’t be trusted, though each step was answered. */
export const RunDoubt = z.enum(['clock_changed', 'phone_changed']);
export type RunDoubt = z.infer<typeof RunDoubt>;

/** What a finished run showed. `passed`: nothing failed, and at least three quarters of what this browser can test was tested. */
export const TestSummary = z.object({
  runId: z.string(),
  outcome: z.enum(['passed', 'incomplete', 'failed']),
  testedAt: Moment,
  model: ModelVerdict,
  steps: z.array(StepVerdict),
  doubts: z.array(RunDoubt),
  /** How many steps have each verdict. */
  counts: z.record(Verdict, z.int().nonnegative()),
});
export type TestSummary = z.infer<typeof TestSummary>;

/** The content of a signed record. Times are the server’s. */
export const TestRecord = z.object({
  /** Says what is signed, so that no other signature of the shop passes for it. */
  typ: z.literal('phone-test'),
  shop: z.string(),
  summary: TestSummary,
  /** The listing or order the run was made for; null for a phone that wasn’t listed yet. */
  listingId: z.string().nullable(),
  orderId: z.string().nullable(),
  startedAt: Moment,
  /** By how many seconds the phone’s clock was ahead of the shop’s. */
  clockAhead: z.int(),
  device: DeviceTraits,
});
export type TestRecord = z.infer<typeof TestRecord>;

/** A published test of a listing. `record`: the signed record, a compact JWS (Ed25519). */
export const PublishedTest = TestSummary.extend({ record: z.string() });
export type PublishedTest = z.infer<typeof PublishedTest>;

/** A public key of signed records (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** A code, as the person sees it who asked for it. */
export const PhoneTestCode = z.object({
  _id: z.string(),
  /** Where the QR code leads; null once the code was opened on a phone, and when it is asked for again. */
  address: z.string().nullable(),
  expiresAt: Moment,
  state: z.enum(['waiting', 'running', 'finished', 'expired']),
  /** The step the phone is at, from 1, of how many. */
  progress: z.object({ step: z.int(), of: z.int() }).nullable(),
  result: TestSummary.nullable(),
  isPublished: z.boolean(),
});
export type PhoneTestCode = z.infer<typeof PhoneTestCode>;

/** One difference of a rerun from the published test. */
export const TestChange = z.object({ step: TestStep, before: Verdict, after: Verdict });

/** The test at a meeting beside the one the listing shows; `comparison` is null unless both are there. */
export const OrderTest = z.object({
  published: PublishedTest.nullable(),
  rerun: PublishedTest.nullable(),
  comparison: z
    .object({
      /** `same`: everything the browser says of the phone is as before. It doesn’t prove that it is the same phone. */
      device: z.enum(['same', 'different']),
      /** What the browser says differently, in words. */
      differences: z.array(z.string()),
      worse: z.array(TestChange),
      better: z.array(TestChange),
    })
    .nullable(),
});
export type OrderTest = z.infer<typeof OrderTest>;

const Token = z.string().regex(/^[\w-]{43}$/u, 'This isn’t one of our codes. Scan it again.');
const Base64 = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/u);

/** The state of a run, as its phone sees it. `challenge` is null once all steps are answered. */
export const RunView = z.object({
  runId: z.string(),
  /** What is for sale, such as “Galaxy S21”; blank for a phone that isn’t listed yet. */
  phone: z.string(),
  step: z.int().positive(),
  of: z.int().positive(),
  nonce: z.string(),
  challenge: StepChallenge.nullable(),
  /** What came of it, once it is finished. */
  result: TestSummary.nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** The phone’s clock, in epoch ms; any time that a clock can have. */
const PhoneClock = z.number().min(-8.64e15).max(8.64e15);

export const StartRunInput = z.object({
  token: Token,
  /** The public session key, a raw P-256 point in base64url. The same key resumes its run. */
  publicKey: Base64(100),
  traits: DeviceTraits,
  clock: PhoneClock,
});
export type StartRunInput = z.infer<typeof StartRunInput>;

export const AnswerInput = z.object({
  token: Token,
  step: TestStep,
  nonce: Base64(64),
  /** JSON of a `StepResult`, as it was signed. */
  result: z.string().max(PHONE_TEST_LIMITS.result),
  /** In base64url, as WebCrypto makes it (64 bytes). */
  signature: Base64(100),
  clock: PhoneClock,
});
export type AnswerInput = z.infer<typeof AnswerInput>;

const ById = z.object({ id: Id });

export const phoneTestCalls = {
  'POST /phoneTestCodes': {
    summary:
      'Returns a code that opens the phone test on the phone for sale: for the caller’s listing, for a phone they haven’t listed yet (neither), or for the phone of a paid order of theirs.',
    access: 'signed-in',
    rows: 'own',
    body: z.object({ listing: Id.nullable().default(null), order: Id.nullable().default(null) }),
    reply: PhoneTestCode,
  },
  'GET /phoneTestCodes/:id': {
    summary: 'Returns how far the test with the caller’s code is, and its result.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: PhoneTestCode,
  },
  'POST /phoneTestCodes/:id/publish': {
    summary:
      'Shows a finished test on the caller’s listing, in place of an earlier one. For a phone that wasn’t listed when it was tested, `listing` says which it is.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: z.object({ listing: Id.nullable().default(null) }, '`listing` must be a listing’s ID or null.'),
    reply: Updated,
  },
  'POST /products/:id/phoneTest/hide': {
    summary: 'Takes the published test off the caller’s listing.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: Updated,
  },
  'GET /products/:id/phoneTest': {
    summary: 'Returns the published test of a listing, or null.',
    access: 'anyone',
    rows: 'none',
    params: ById,
    reply: PublishedTest.nullable(),
  },
  'GET /orders/:orderId/phoneTest': {
    summary: 'Returns the test that was published, the one at the meeting, and how they differ, to both sides of a paid order and to admins.',
    access: 'signed-in',
    rows: 'own-or-admin',
    params: z.object({ orderId: Id }),
    reply: OrderTest,
  },
  'GET /phoneTestKeys': {
    summary: 'Returns the public keys of all signed records, current and former, as a JWK Set. Also at `/.well-known/phone-test-keys.json`.',
    access: 'anyone',
    rows: 'none',
    reply: z.object({ keys: z.array(PublicKey) }),
  },
  'POST /phoneTestRuns': {
    summary: 'Starts the test on the phone that opened a code, or resumes it there. Another phone is refused.',
    access: 'anyone',
    rows: 'none',
    limit: 'phoneTest',
    bodyBytes: PHONE_TEST_LIMITS.bodyBytes,
    body: StartRunInput,
    reply: RunView,
  },
  'POST /phoneTestRuns/answers': {
    summary: 'Answers the challenge of a step, and returns the next. The last answer ends the run.',
    access: 'anyone',
    rows: 'none',
    limit: 'phoneTest',
    bodyBytes: PHONE_TEST_LIMITS.bodyBytes,
    body: AnswerInput,
    reply: RunView,
  },
} as const satisfies Record<string, Endpoint>;
