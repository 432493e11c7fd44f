import { toBase64Url } from '#contract/handover-code.ts';
import type { AnswerInput, RunView, StartRunInput } from '#contract/phone-tests/phone-tests.ts';
import { SIGNING, textToSign } from '#contract/phone-tests/protocol.ts';
import type { StepChallenge, StepResult, TestStep } from '#contract/phone-tests/steps.ts';
import { STEP_TITLES } from '../phone-test-labels.ts';
import { showResult, showSending } from './screens.ts';
import { RefusedError, send } from './send.ts';
import { createStage, SkippedError, UntestableError } from './stage.ts';
import { STEPS } from './steps/all-steps.ts';
import type { Step } from './steps/step.ts';
import { readTraits } from './traits.ts';
import { showConnection } from './view.ts';

export type RunStart = { token: string; keys: CryptoKeyPair; isResumed: boolean };

const RESUMED = 'Welcome back. The test goes on where you stopped.';
const AGAIN = 'That took too long to count. Please do this step again.';

/** Answers one challenge after the other until the shop has no more. */
export async function runTest({ token, keys, isResumed }: RunStart): Promise<void> {
  keepAwake();
  const open = async (): Promise<RunView> => {
    const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
    const body: StartRunInput = { token, publicKey, traits: await readTraits(), clock: Date.now() };
    return send('/phoneTestRuns', { method: 'POST', body }, showConnection);
  };
  let view = await open();
  let remarks = isResumed && view.step > 1 && view.challenge ? [RESUMED] : [];
  while (view.challenge) {
    const { result, remark } = await testOne(view.challenge, remarks);
    const next = await answer(view, view.challenge, { result, token, keys }).catch((error: unknown) => reopen(error, open));
    const isAgain = next.challenge?.step === view.challenge.step;
    // What nobody had to do for is said along with the next step that asks for something.
    const isUnseen = !isShown(view.challenge.step);
    remarks = [...(isUnseen ? remarks : []), ...(remark === null ? [] : [remark]), ...(isAgain ? [AGAIN] : [])];
    view = next;
  }
  if (view.result) showResult(view.result);
}

/** The step’s challenge may be out of date, as after a night: the shop gives another. If it refuses that too, the run is over. */
async function reopen(error: unknown, open: () => Promise<RunView>): Promise<RunView> {
  if (error instanceof RefusedError) return open();
  throw error;
}

/** Steps that need nobody, or that this browser can’t do, show no screen. */
const isShown = (step: TestStep): boolean => !['battery', 'network', 'storage'].includes(step) && STEPS[step].isTestable();

type Tested = { result: StepResult; remark: string | null };

/** Counts the steps that a person sees in this browser. */
function progressAt(step: TestStep): { step: number; of: number } {
  const shown = (Object.keys(STEPS) as TestStep[]).filter(isShown);
  return { step: shown.indexOf(step) + 1, of: shown.length };
}

async function testOne(challenge: StepChallenge, remarks: string[]): Promise<Tested> {
  const name = challenge.step;
  const title = STEP_TITLES[name];
  // Each challenge goes to the step of its own name.
  const step = STEPS[name] as Step<typeof name>;
  if (!step.isTestable()) return { result: { outcome: 'untestable', reason: 'missing' }, remark: `${title}: not testable in this browser.` };
  const over = new AbortController();
  const { shows, cannot } = step;
  const progress = progressAt(name);
  try {
    const stage = createStage({ heading: title, progress, shows, cannot, remarks }, over.signal);
    const measured = await step.run(stage, challenge);
    return { result: { outcome: 'measured', measurement: { step: name, ...measured } } as StepResult, remark: null };
  } catch (error) {
    if (error instanceof SkippedError) return { result: { outcome: 'skipped' }, remark: null };
    if (error instanceof UntestableError) return { result: { outcome: 'untestable', reason: error.reason }, remark: error.message };
    return { result: { outcome: 'untestable', reason: 'failed' }, remark: `${title}: the browser failed, so this counts as not tested.` };
  } finally {
    over.abort();
    if (isShown(name)) showSending(title, progress);
  }
}

type Answer = { result: StepResult; token: string; keys: CryptoKeyPair };

async function answer({ runId, nonce }: RunView, { step }: StepChallenge, { result, token, keys }: Answer): Promise<RunView> {
  const text = JSON.stringify(result);
  const signature = await crypto.subtle.sign(SIGNING, keys.privateKey, await textToSign({ runId, step, nonce, result: text }));
  const body: AnswerInput = { token, step, nonce, result: text, signature: toBase64Url(new Uint8Array(signature)), clock: Date.now() };
  return send('/phoneTestRuns/answers', { method: 'POST', body }, showConnection);
}

/** A dark screen in the middle of a step would end it. */
function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {});
  };
  ask();
  document.addEventListener('visibilitychange', ask);
}
