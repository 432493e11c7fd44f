import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunView, TestSummary, Verdict } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits, Measurement, StepChallenge, StepResult, TestStep } from '#contract/phone-tests/steps.ts';
import { TEST_STEPS } from '#contract/phone-tests/steps.ts';
import { hours } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { askForCode, createSoftwarePhone, GALAXY_S21, type Habits, sendAnswer } from '#test/support/phone-tests/software-phone.ts';
import { createListing, createPerson, type Person, tokenNow } from '#test/support/world/world.ts';
import { ensurePhoneModels } from '../phone-models/index.ts';

let shop: TestApp;
let seller: Person;
let listing: string;

beforeAll(async () => {
  shop = await createTestApp();
  await ensurePhoneModels(shop.services);
  seller = await createPerson(shop, 'seller');
  listing = await createListing(shop, seller);
});
afterAll(() => shop.close());

/** An iPhone’s browser says neither its model nor much else, and has no battery, vibration or flash. */
const IPHONE: DeviceTraits = { ...GALAXY_S21, model: '', platform: 'iPhone', platformVersion: '', graphics: 'Apple GPU', cores: 4, memoryGb: null };
const NOT_ON_IPHONES: TestStep[] = ['battery', 'vibration', 'flash'];

/** A new code for the listing. There are only so many per day, so those before count as older. */
async function newCode(about: { listing?: string } = { listing }) {
  await shop.services.db.updateTable('phone_tests').set({ created_at: 0 }).execute();
  return askForCode(shop, { token: await tokenNow(shop, seller) }, about);
}

async function resultOf(habits: Habits, about?: { listing?: string }): Promise<TestSummary> {
  const [phone, code] = [await createSoftwarePhone(shop, habits), await newCode(about)];
  const { result } = await phone.run(code.token);
  if (!result) throw new Error('the run isn’t over');
  return result;
}

const verdictOf = ({ steps }: TestSummary, step: TestStep): Verdict | undefined => steps.find((one) => one.step === step)?.verdict;

/** Changes what is measured in one step. */
function fault<Step extends TestStep>(step: Step, change: (sound: Measurement & { step: Step }, challenge: StepChallenge & { step: Step }) => object): Habits {
  return {
    measure: (sound, challenge) => {
      if (challenge.step !== step || sound.step !== step) return sound;
      return { ...sound, ...change(sound as Measurement & { step: Step }, challenge as StepChallenge & { step: Step }) } as Measurement;
    },
  };
}

describe('Sound phones', () => {
  test('Passes 20 sound runs, whatever they were asked', async () => {
    for (let run = 0; run < 20; run += 1) {
      const result = await resultOf({});
      expect(result).toMatchObject({ outcome: 'passed', model: { verdict: 'match' }, doubts: [], counts: { passed: TEST_STEPS.length, failed: 0 } });
    }
  });

  test('Passes a phone whose browser offers less, and calls none of that passed', async () => {
    const answer = ({ step }: StepChallenge): StepResult | undefined =>
      NOT_ON_IPHONES.includes(step) ? { outcome: 'untestable', reason: 'missing' } : undefined;
    const other = await createListing(shop, { ...seller, token: await tokenNow(shop, seller) }, { name: 'Apple', brand: 'Apple', model_name: 'iPhone 13' });
    const result = await resultOf({ traits: IPHONE, answer }, { listing: other });
    expect(result).toMatchObject({ outcome: 'passed', model: { verdict: 'unknown' }, counts: { failed: 0, untestable: NOT_ON_IPHONES.length } });
    for (const step of NOT_ON_IPHONES) expect(verdictOf(result, step)).toBe('untestable');
  });

  test('Repeats no connection but those it knows', async () => {
    const { steps } = await resultOf(fault('network', () => ({ type: 'constructor' })));
    expect(steps.find(({ step }) => step === 'network')).toMatchObject({ verdict: 'passed', note: 'Online.' });
  });
});

describe('Planted faults', () => {
  const DEAD_ROW = 5;

  test.each<[what: string, step: TestStep, habits: Habits]>([
    [
      'a dead row of the touch screen',
      'touch',
      fault('touch', ({ touched, columns }) => ({
        touched: `${touched.slice(0, DEAD_ROW * columns)}${'0'.repeat(columns)}${touched.slice((DEAD_ROW + 1) * columns)}`,
      })),
    ],
    [
      'a silent speaker',
      'speakers',
      fault('speakers', ({ heard }, { tones }) => ({ heard: heard.map((peak, at) => (tones[at]?.side === 'left' ? null : peak)), person: 'some' })),
    ],
    ['a black camera', 'rear-camera', fault('rear-camera', () => ({ luminance: 0.4, variance: 0.2, sharpness: 0.1 }))],
    ['a camera whose picture stands still', 'front-camera', fault('front-camera', () => ({ change: 0 }))],
    ['a frozen motion sensor', 'motion', fault('motion', ({ flat }) => ({ stood: flat, noise: 0, turn: 0 }))],
    [
      'a screen that nobody looked at',
      'screen',
      fault('screen', ({ typed }) => ({ typed: typed.replaceAll(/\d/gu, (digit) => String((Number(digit) + 1) % 10)) })),
    ],
    ['a stain on the screen', 'screen', fault('screen', () => ({ spots: true }))],
    ['a deaf microphone', 'microphone', fault('microphone', ({ quiet }) => ({ loud: quiet }))],
    ['a dark flash', 'flash', fault('flash', ({ luminances }) => ({ luminances: luminances.map(() => 60) }))],
    ['a phone that doesn’t vibrate', 'vibration', fault('vibration', () => ({ counted: 0 }))],
    ['a screen that feels one finger', 'multitouch', fault('multitouch', () => ({ most: 1 }))],
  ])('Finds %s', async (_what, step, habits) => {
    const result = await resultOf(habits);
    expect(verdictOf(result, step)).toBe('failed');
    expect(result).toMatchObject({ outcome: 'failed', counts: { failed: 1 } });
  });

  test('Finds that the phone is another model than the listing’s', async () => {
    const result = await resultOf({ traits: { ...GALAXY_S21, model: 'SM-A525F' } });
    expect(result).toMatchObject({ outcome: 'failed', model: { verdict: 'mismatch' } });
  });

  test('Refuses the answer to an old challenge, and asks again after the time for a step', async () => {
    const [phone, code] = [await createSoftwarePhone(shop), await newCode()];
    const first = await phone.start(code.token);
    const second = await phone.answer(code.token, first);
    const old = await sendAnswer(shop, await phone.sign(code.token, { ...second, nonce: first.nonce }, phone.respond(challengeOf(second))));
    expect(old.status).toBeGreaterThanOrEqual(409);
    shop.clock.advance(hours(0.2));
    const again = await phone.answer(code.token, second);
    expect(again).toMatchObject({ step: second.step, challenge: { step: second.challenge?.step } });
    expect(again.nonce).not.toBe(second.nonce);
    expect((await phone.finish(code.token, again)).result?.outcome).toBe('passed');
  });

  test('A recording of a sound run answers no other run', async () => {
    const recorded = new Map<string, StepResult>();
    const recorder = await createSoftwarePhone(shop);
    const code = await newCode();
    let view = await recorder.start(code.token);
    const first = await recorder.sign(code.token, view, recorder.respond(challengeOf(view)));
    while (view.challenge) {
      const result = recorder.respond(view.challenge);
      recorded.set(view.challenge.step, result);
      view = toView((await sendAnswer(shop, await recorder.sign(code.token, view, result))).body);
    }
    // Sent again as it was.
    const other = await newCode();
    await recorder.start(other.token);
    expect((await sendAnswer(shop, { ...first, token: other.token })).status).toBeGreaterThanOrEqual(409);
    // Signed anew by a program that plays it back.
    const result = await resultOf({ answer: ({ step }) => recorded.get(step) });
    expect(result.outcome).toBe('failed');
    for (const step of ['screen', 'touch', 'speakers'] as const) expect(verdictOf(result, step)).toBe('failed');
  });

  test('Refuses a result that was edited after it was signed, and one signed with another key', async () => {
    const [phone, stranger, code] = [await createSoftwarePhone(shop), await createSoftwarePhone(shop), await newCode()];
    const view = await phone.start(code.token);
    const sent = await phone.sign(code.token, view, phone.respond(challengeOf(view)));
    expect((await sendAnswer(shop, { ...sent, result: sent.result.replace('false', 'true') })).status).toBe(422);
    expect((await sendAnswer(shop, await stranger.sign(code.token, view, stranger.respond(challengeOf(view))))).status).toBe(422);
    expect(await sendAnswer(shop, sent)).toMatchObject({ status: 200, body: { step: 2 } });
  });

  test('Finds a clock that was changed during the run, and lets one pass that is merely wrong', async () => {
    const changed = await resultOf({ clockAhead: (challenge) => (challenge?.step === 'flash' ? hours(2) : 0) });
    expect(changed).toMatchObject({ outcome: 'failed', doubts: ['clock_changed'] });
    expect(await resultOf({ clockAhead: () => hours(2) })).toMatchObject({ outcome: 'passed', doubts: [] });
  });

  test('Refuses the answers of one listing’s run in another’s', async () => {
    const second = await createListing(shop, { ...seller, token: await tokenNow(shop, seller) });
    const phone = await createSoftwarePhone(shop);
    const [code, other] = [await newCode(), await askForCode(shop, { token: await tokenNow(shop, seller) }, { listing: second })];
    const [view, otherView] = [await phone.start(code.token), await phone.start(other.token)];
    const sent = await phone.sign(code.token, { ...view, nonce: otherView.nonce }, phone.respond(challengeOf(view)));
    expect((await sendAnswer(shop, { ...sent, token: other.token })).status).toBe(422);
  });

  test('Half of the steps skipped isn’t passed', async () => {
    const result = await resultOf({ answer: ({ step }) => (TEST_STEPS.indexOf(step) % 2 === 0 ? { outcome: 'skipped' } : undefined) });
    expect(result).toMatchObject({ outcome: 'incomplete', counts: { skipped: 9, failed: 0 } });
  });

  test('A browser that claims to lack what every browser has isn’t passed', async () => {
    const result = await resultOf({ answer: ({ step }) => (TEST_STEPS.indexOf(step) < 12 ? { outcome: 'untestable', reason: 'missing' } : undefined) });
    expect(result.outcome).toBe('incomplete');
  });

  test('Finds a phone that says something else of itself once the page was closed', async () => {
    const habits: Habits = { traits: GALAXY_S21 };
    const [phone, code] = [await createSoftwarePhone(shop, habits), await newCode()];
    await phone.answer(code.token, await phone.start(code.token));
    habits.traits = { ...GALAXY_S21, graphics: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))', cores: 4 };
    const { result } = await phone.finish(code.token, await phone.start(code.token));
    expect(result).toMatchObject({ outcome: 'failed', doubts: ['phone_changed'] });
  });
});

function challengeOf({ challenge }: RunView): StepChallenge {
  if (!challenge) throw new Error('the run has no step left');
  return challenge;
}

/** The phone’s replies are checked against the contract. */
const toView = (body: unknown): RunView => body as RunView;
