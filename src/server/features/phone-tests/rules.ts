import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { PhoneTestCode } from '#contract/phone-tests/phone-tests.ts';
import { PHONE_TEST_LIMITS } from '#contract/phone-tests/phone-tests.ts';
import { StepResult } from '#contract/phone-tests/steps.ts';
import { days, seconds, secondsLeftOfDay } from '#contract/shared/durations.ts';
import { hasEnded, isTestable } from '#contract/shared/handover-states.ts';
import { parseJson } from '#contract/shared/parse-json.ts';
import { ConflictError, describeWait, ForbiddenError, HttpError, InvalidError, NotFoundError } from '../../errors.ts';

type Code = { expires_at: number; public_key: string | null; finished_at: number | null };
type Current = { nonce: string | null; asked_at: number | null };
type Tested = { fulfillment_state: FulfillmentState; seller_id: string };
type Made = { listing_id: string | null; order_id: string | null; finished_at: number | null };

/** While the buyer has the phone, as far as the shop knows. Once a return is confirmed by one side, the seller may have it again. */
const WITH_BUYER: ReadonlySet<FulfillmentState> = new Set<FulfillmentState>(['confirming', 'handed_over', 'returning']);

const UNREADABLE = 'This isn’t a result of a phone test. Reload the page on the phone.';

export function requireCode<T>(code: T | undefined): asserts code is T {
  if (!code) throw new NotFoundError('This code doesn’t exist.');
}

/** Throws 422 when a code is to be for a listing and an order at once, and 403 for a buyer who names neither. */
export function requireSubject({ listing, order }: { listing: string | null; order: string | null }, isSeller: boolean): void {
  if (listing !== null && order !== null) throw new InvalidError('Name a listing or an order, not both.');
  if (order === null && !isSeller) throw new ForbiddenError('Only sellers can test a phone before it’s sold.');
}

/**
 * Throws 409 when somebody's order has no phone that they could test: it is over, a problem with it is open, whose evidence a later test would replace,
 * or the buyer has the phone.
 */
export function requireTestable({ fulfillment_state: state, seller_id }: Tested, userId: string): void {
  if (hasEnded(state)) throw new ConflictError('order_changed', 'This sale is over, so there’s nothing left to test.');
  if (!isTestable(state)) throw new ConflictError('order_changed', 'A problem with this phone is open, so it can’t be tested again for this sale.');
  if (WITH_BUYER.has(state) && userId === seller_id) throw new ConflictError('order_changed', 'The buyer has the phone, so only they can test it now.');
}

/** The 429 for somebody who got as many codes in 24 hours as they can; `oldest`: when they got the first of these. */
export function tooManyCodes(oldest: number, now: number): HttpError {
  const retryAfterSeconds = secondsLeftOfDay(oldest, now);
  const sentence = `You’ve used all ${PHONE_TEST_LIMITS.codesADay} codes that you can get in 24 hours. Try again in ${describeWait(retryAfterSeconds)}.`;
  return new HttpError(429, 'too_many', sentence, { retryAfterSeconds });
}

/** Throws 409 for a code that has expired before its run was finished. */
export function requireOpen({ expires_at, finished_at }: Code, now: number): void {
  if (finished_at === null && expires_at <= now) throw new ConflictError('conflict', 'This code has expired: each one is valid for an hour.');
}

/** Throws 409 when another phone has the code. */
export function requireSamePhone({ public_key }: Pick<Code, 'public_key'>, key: string): void {
  if (public_key !== null && public_key !== key)
    throw new ConflictError('conflict', 'This code was already opened on another phone or in another browser. Go on there.');
}

/** Throws 409 for an answer to something other than the current challenge. */
export function requireCurrent({ nonce }: Current, answered: string): void {
  if (nonce === null) throw new ConflictError('conflict', 'This test isn’t running. Open its code on the phone again.');
  if (nonce !== answered) throw new ConflictError('conflict', 'This answer is to an earlier question. Reload the page on the phone to go on.');
}

/** Whether an answer comes too late to count. */
export const isLate = ({ asked_at }: Pick<Current, 'asked_at'>, now: number): boolean => (asked_at ?? 0) + seconds(PHONE_TEST_LIMITS.stepSeconds) < now;

/** Reads a step's result from the text that was signed. Throws 422 for anything else. */
export function readResult(text: string): StepResult {
  const parsed = StepResult.safeParse(parseJson(text));
  if (!parsed.success) throw new InvalidError(UNREADABLE, { result: UNREADABLE });
  return parsed.data;
}

export function badSignature(): InvalidError {
  return new InvalidError('This answer wasn’t signed by the phone that started the test.', { signature: 'It doesn’t fit the result.' });
}

/** Throws 409 for a test that can't be shown on a listing, or not on this one. Returns the listing's id. */
export function requirePublishable({ listing_id, order_id, finished_at }: Made, listing: string | null, now: number): string {
  if (finished_at === null) throw new ConflictError('conflict', 'This test isn’t finished yet.');
  if (order_id !== null) throw new ConflictError('conflict', 'This test was made for a sale, so it can’t be shown on a listing.');
  const id = listing_id ?? listing;
  if (id === null) throw new ConflictError('conflict', 'List this phone first.');
  if (listing !== null && id !== listing) throw new ConflictError('conflict', 'This test was made for another listing.');
  if (listing_id === null && finished_at + days(PHONE_TEST_LIMITS.listDays) < now)
    throw new ConflictError('conflict', `This test is older than ${PHONE_TEST_LIMITS.listDays} days. Test the phone again.`);
  return id;
}

export function stateOfCode({ expires_at, public_key, finished_at }: Code, now: number): PhoneTestCode['state'] {
  if (finished_at !== null) return 'finished';
  if (expires_at <= now) return 'expired';
  return public_key === null ? 'waiting' : 'running';
}
