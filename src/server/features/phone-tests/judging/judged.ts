import type { StepVerdict } from '#contract/phone-tests/phone-tests.ts';
import type { StepChallenge, TestStep } from '#contract/phone-tests/steps.ts';

export type Judged = Omit<StepVerdict, 'step'>;
export type ChallengeOf<Step extends TestStep> = Extract<StepChallenge, { step: Step }>;

export const passed = (note: string): Judged => ({ verdict: 'passed', note });
export const failed = (note: string): Judged => ({ verdict: 'failed', note });
/** Measured, but it says nothing of the phone. */
export const untestable = (note: string): Judged => ({ verdict: 'untestable', note });
