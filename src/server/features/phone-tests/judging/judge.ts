import type { Measurement, MeasurementOf, StepChallenge, StepResult, TestStep, UntestableReason } from '#contract/phone-tests/steps.ts';
import { judgeBattery, judgeBiometrics, judgeButtons, judgeLocation, judgeNetwork, judgeStorage } from './facts.ts';
import type { ChallengeOf, Judged } from './judged.ts';
import { judgeCamera, judgeFlash, judgeMicrophone, judgeSpeakers } from './media.ts';
import { judgeMotion, judgeVibration } from './motion.ts';
import { judgeBrightness, judgeMultitouch, judgeScreen, judgeTouch } from './screen.ts';
import type { AnsweredStep } from './summarize.ts';

type Judges = { [Step in TestStep]: (measured: MeasurementOf<Step>, asked: ChallengeOf<Step>) => Judged };

const JUDGES: Judges = {
  battery: judgeBattery,
  network: judgeNetwork,
  storage: judgeStorage,
  screen: judgeScreen,
  brightness: judgeBrightness,
  touch: judgeTouch,
  multitouch: judgeMultitouch,
  speakers: judgeSpeakers,
  microphone: judgeMicrophone,
  'front-camera': judgeCamera,
  'rear-camera': judgeCamera,
  flash: judgeFlash,
  vibration: judgeVibration,
  motion: judgeMotion,
  location: judgeLocation,
  buttons: judgeButtons,
  biometrics: judgeBiometrics,
};

const UNTESTABLE: Record<UntestableReason, string> = {
  missing: 'This browser can’t test it.',
  refused: 'The browser wasn’t allowed to.',
  failed: 'The browser gave no answer.',
};

/** Judges the result of a step against what was asked for. */
export function judge(challenge: StepChallenge, result: StepResult): AnsweredStep {
  const { step } = challenge;
  if (result.outcome === 'skipped') return { step, verdict: 'skipped', note: '', reason: null };
  if (result.outcome === 'untestable') return { step, verdict: 'untestable', note: UNTESTABLE[result.reason], reason: result.reason };
  if (result.measurement.step !== step) return { step, verdict: 'failed', note: 'The phone answered another step.', reason: null };
  return { step, ...judgeWith(step, result.measurement, challenge), reason: null };
}

/** All three are of one step, which the types of a lookup can’t say. */
function judgeWith(step: TestStep, measured: Measurement, asked: StepChallenge): Judged {
  const judgeStep = JUDGES[step] as (measured: Measurement, asked: StepChallenge) => Judged;
  return judgeStep(measured, asked);
}
