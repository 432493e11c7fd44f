import { toBase64Url } from '#contract/handover-code.ts';
import type { PhoneTestCode, RunView } from '#contract/phone-tests/phone-tests.ts';
import { readToken, SESSION_KEY, SIGNING, textToSign } from '#contract/phone-tests/protocol.ts';
import type { DeviceTraits, Measurement, StepChallenge, StepResult } from '#contract/phone-tests/steps.ts';
import type { TestApp, TestReply } from '#test/support/app.ts';
import type { Person } from '#test/support/world/world.ts';
import { measureSoundly } from './measurements.ts';

/** What Chrome says on a Galaxy S21, as which `createListing` lists a phone. */
export const GALAXY_S21: DeviceTraits = {
  model: 'SM-G991B',
  platform: 'Android',
  platformVersion: '13.0.0',
  graphics: 'ANGLE (ARM, Mali-G78, OpenGL ES 3.2)',
  screen: { short: 1080, long: 2400, ratio: 3 },
  cores: 8,
  memoryGb: 8,
  touchPoints: 5,
};

/** How a phone differs from a sound one. */
export type Habits = {
  traits?: DeviceTraits;
  /** Changes what it measures in a step. */
  measure?(sound: Measurement, challenge: StepChallenge): Measurement;
  /** Answers a step otherwise than with a measurement; undefined: measures. */
  answer?(challenge: StepChallenge): StepResult | undefined;
  /** By how many ms its clock is ahead of the shop’s. */
  clockAhead?(challenge: StepChallenge | null): number;
};

/** Its microphone hears nothing. */
export const DEAF: Habits = { measure: (sound) => (sound.step === 'microphone' ? { ...sound, loud: 0 } : sound) };

/** An answer as it is sent. */
export type SentAnswer = { token: string; step: string; nonce: string; result: string; signature: string; clock: number };

export type SoftwarePhone = Awaited<ReturnType<typeof createSoftwarePhone>>;

/** A phone whose owner opened a code on it: it speaks the protocol of the phone test without a browser. */
export async function createSoftwarePhone(shop: Pick<TestApp, 'call' | 'clock'>, habits: Habits = {}) {
  const keys = await crypto.subtle.generateKey(SESSION_KEY, false, ['sign', 'verify']);
  const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
  const clockAt = (challenge: StepChallenge | null): number => shop.clock.now() + (habits.clockAhead?.(challenge) ?? 0);

  return { publicKey, open, start, sign, respond, answer, finish, run };

  /** Opens a code; returns the reply. */
  function open(token: string): Promise<TestReply> {
    return shop.call('POST', '/phoneTestRuns', { body: { token, publicKey, traits: habits.traits ?? GALAXY_S21, clock: clockAt(null) } });
  }

  async function start(token: string): Promise<RunView> {
    return mustView(await open(token));
  }

  /** Signs the result of a run’s current step, or any text. */
  async function sign(token: string, view: RunView, result: string | StepResult): Promise<SentAnswer> {
    const step = view.challenge?.step;
    if (step === undefined) throw new Error('the run has no step left');
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    const signed = await textToSign({ runId: view.runId, step, nonce: view.nonce, result: text });
    const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign(SIGNING, keys.privateKey, signed)));
    return { token, step, nonce: view.nonce, result: text, signature, clock: clockAt(view.challenge) };
  }

  /** What this phone answers a challenge. */
  function respond(challenge: StepChallenge): StepResult {
    const sound = measureSoundly(challenge);
    return habits.answer?.(challenge) ?? { outcome: 'measured', measurement: habits.measure?.(sound, challenge) ?? sound };
  }

  async function answer(token: string, view: RunView): Promise<RunView> {
    if (!view.challenge) throw new Error('the run has no step left');
    return mustView(await sendAnswer(shop, await sign(token, view, respond(view.challenge))));
  }

  /** Answers all steps that are left, each so many ms after it was asked. */
  async function finish(token: string, view: RunView, { pause = 4000 }: { pause?: number } = {}): Promise<RunView> {
    let current = view;
    while (current.challenge) {
      shop.clock.advance(pause);
      current = await answer(token, current);
    }
    return current;
  }

  async function run(token: string): Promise<RunView> {
    return finish(token, await start(token));
  }
}

export const sendAnswer = (shop: Pick<TestApp, 'call'>, body: object): Promise<TestReply> => shop.call('POST', '/phoneTestRuns/answers', { body });

function mustView({ status, body }: TestReply): RunView {
  if (status !== 200 && status !== 201) throw new Error(`the shop refused the phone: ${status} ${JSON.stringify(body)}`);
  return body as RunView;
}

export type Code = { id: string; token: string };

/** A code whose phone has run the test. */
export async function testPhone(shop: TestApp, who: Person, about: { listing?: string; order?: string }, habits: Habits = {}): Promise<Code> {
  const code = await askForCode(shop, who, about);
  await (await createSoftwarePhone(shop, habits)).run(code.token);
  return code;
}

/** Asks for a code, for a listing or an order of this person, or for neither. */
export async function askForCode(shop: Pick<TestApp, 'call'>, person: Pick<Person, 'token'>, about: { listing?: string; order?: string } = {}): Promise<Code> {
  const { status, body } = await shop.call('POST', '/phoneTestCodes', { as: person.token, body: about });
  if (status !== 201 && status !== 200) throw new Error(`no code: ${status} ${JSON.stringify(body)}`);
  const { _id, address } = body as PhoneTestCode;
  return { id: _id, token: tokenIn(address) };
}

function tokenIn(address: string | null): string {
  const token = address === null ? null : readToken(new URL(address).hash);
  if (token === null) throw new Error('the code has no address');
  return token;
}
