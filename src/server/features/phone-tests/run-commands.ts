import type { AnswerInput, StartRunInput } from '#contract/phone-tests/phone-tests.ts';
import { TEST_STEPS } from '#contract/phone-tests/steps.ts';
import type { Db } from '../../db/tables.ts';
import { InvalidError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findFulfilledOrder, requireOrder } from '../orders/index.ts';
import { makeChallenge, makeNonce } from './challenges.ts';
import { doubtClock, doubtPhone } from './judging/doubts.ts';
import { judge } from './judging/judge.ts';
import { requireForSale } from './listing-rules.ts';
import { noteTestedAgain } from './passport-notes.ts';
import { advanceRun, claimCode, findByToken, findListingOfTest, type TestedListing, type TestRow } from './queries.ts';
import { type SealingNeeds, sealRun } from './record.ts';
import { badSignature, isLate, readResult, requireCode, requireCurrent, requireOpen, requireSamePhone, requireTestable } from './rules.ts';
import { hashToken, isSessionKey, isSignedBy } from './signatures.ts';
import { answeredOf, challengeOf, doubtsOf, traitsOf } from './stored.ts';

type Needs = Pick<Services, 'db' | 'clock'> & SealingNeeds;

/** A run as it stands, and the listing it is about. */
export type Run = { row: TestRow; listing: TestedListing };

const BAD_KEY = 'This browser’s key can’t be read. Reload the page.';

/** Starts the run of a code on the phone that opened it first, or resumes it there. Throws 404, 409 or 422. */
export async function openRun({ db, clock }: Needs, { token, publicKey, traits, clock: phoneClock }: StartRunInput): Promise<Run> {
  const now = clock.now();
  const { row, listing } = await findRun(db, token, now);
  requireSamePhone(row, publicKey);
  const ahead = Math.round(phoneClock - now);
  if (row.public_key !== null) return { row: await resumeRun(db, row, { traits, ahead, now }), listing };
  if (!(await isSessionKey(publicKey))) throw new InvalidError(BAD_KEY, { publicKey: BAD_KEY });
  const claim = { public_key: publicKey, traits: JSON.stringify(traits), clock_ahead: ahead, started_at: now };
  const claimed = await claimCode(db, row.id, { ...claim, ...ask(0, now) });
  if (claimed) return { row: claimed, listing };
  const current = await findByToken(db, hashToken(token));
  requireCode(current);
  requireSamePhone(current, publicKey);
  return { row: current, listing };
}

async function findRun(db: Db, token: string, now: number): Promise<Run> {
  const row = await findByToken(db, hashToken(token));
  requireCode(row);
  requireOpen(row, now);
  const listing = await findListingOfTest(db, row);
  if (row.finished_at === null) await requireStillTestable(db, row, listing);
  return { row, listing };
}

/** Throws 409 when what the code is for changed since it was made. */
async function requireStillTestable(db: Db, { order_id, listing_id, owner_id }: TestRow, listing: TestedListing): Promise<void> {
  if (order_id === null) return listing_id === null ? undefined : requireForSale(listing);
  const order = await findFulfilledOrder(db, order_id);
  requireOrder(order);
  requireTestable(order, owner_id);
}

async function resumeRun(db: Db, row: TestRow, { traits, ahead, now }: { traits: StartRunInput['traits']; ahead: number; now: number }): Promise<TestRow> {
  if (row.finished_at !== null) return row;
  const afterClock = doubtClock(doubtsOf(row), { ahead, aheadAtStart: row.clock_ahead ?? ahead });
  const doubts = doubtPhone(afterClock, { before: traitsOf(row), now: traits });
  const again = isLate(row, now) ? ask(row.step, now) : {};
  return (await advanceRun(db, row, { doubts: JSON.stringify(doubts), ...again })) ?? row;
}

/** The columns of a new challenge for the step with this number; after the last, there is none. */
function ask(step: number, now: number) {
  const challenge = makeChallenge(step);
  return { step, nonce: challenge && makeNonce(), challenge: challenge && JSON.stringify(challenge), asked_at: challenge && now };
}

/**
 * Judges the answer to the current challenge and asks for the next step, or ends the run. One that comes too late is asked for again. Repeating the last
 * answer changes nothing. Throws 404, 409 or 422.
 */
export async function answerStep(services: Needs, answer: AnswerInput): Promise<Run> {
  const { db, clock } = services;
  const now = clock.now();
  const { row, listing } = await findRun(db, answer.token, now);
  const isRepeated = row.last_nonce === answer.nonce && TEST_STEPS[row.step - 1] === answer.step;
  if (!isRepeated) requireCurrent(row, answer.nonce);
  if (row.public_key === null || !(await isSignedBy(row.public_key, row.id, answer))) throw badSignature();
  if (isRepeated) return { row, listing };
  if (isLate(row, now)) return { row: await askAgain(db, row, now), listing };
  const challenge = challengeOf(row);
  if (challenge?.step !== answer.step) throw badSignature();
  const verdicts = [...answeredOf(row), judge(challenge, readResult(answer.result))];
  const ahead = Math.round(answer.clock - now);
  const doubts = doubtClock(doubtsOf(row), { ahead, aheadAtStart: row.clock_ahead ?? ahead });
  const next = { ...ask(row.step + 1, now), last_nonce: answer.nonce, verdicts: JSON.stringify(verdicts), doubts: JSON.stringify(doubts) };
  const advanced = next.nonce === null ? await finishRun(services, { row, listing }, { next, now }) : await advanceRun(db, row, next);
  // A request sent twice at once: the other one came first.
  return { row: advanced ?? (await findRun(db, answer.token, now)).row, listing };
}

async function askAgain(db: Db, row: TestRow, now: number): Promise<TestRow> {
  return (await advanceRun(db, row, ask(row.step, now))) ?? row;
}

/** The last step is answered: sums up the run and signs the record. */
async function finishRun(
  { db, models, ...signing }: Needs,
  { row, listing }: Run,
  { next, now }: { next: Partial<TestRow>; now: number },
): Promise<TestRow | undefined> {
  const sealing = { ...signing, directory: await models.directory() };
  return db.transaction().execute(async (tx) => {
    await requireStillTestable(tx, row, listing);
    const sealed = await sealRun(tx, sealing, { row: { ...row, ...next }, listing, testedAt: now, now });
    const finished = await advanceRun(tx, row, { ...next, ...sealed, finished_at: now });
    if (finished && listing) await noteTestedAgain(tx, finished, { listingId: listing.id, now });
    return finished;
  });
}
