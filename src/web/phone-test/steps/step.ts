import type { MeasurementOf, StepChallenge, TestStep } from '#contract/phone-tests/steps.ts';
import type { Stage } from '../stage.ts';

export type ChallengeOf<Name extends TestStep> = StepChallenge & { step: Name };
type Measured<Name extends TestStep> = Omit<MeasurementOf<Name>, 'step'>;

/** One test: what it says about itself, and how it measures. The challenge comes from the shop as the step begins, so that nothing can be prepared. */
export type Step<Name extends TestStep> = {
  /** One sentence each. */
  shows: string;
  cannot: string;
  /** Whether this browser has what the step needs. */
  isTestable(): boolean;
  /** Throws `UntestableError` when the browser or its user refuses what it needs. */
  run(stage: Stage, challenge: ChallengeOf<Name>): Promise<Measured<Name>>;
};

/** For `isTestable` of steps that every browser can do. */
export const always = (): boolean => true;

export const hasMedia = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;
