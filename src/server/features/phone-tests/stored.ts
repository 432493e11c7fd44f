import type { RunDoubt } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits, StepChallenge } from '#contract/phone-tests/steps.ts';
import type { AnsweredStep } from './judging/summarize.ts';
import type { TestRow } from './queries.ts';

// Each column is only ever written as JSON of such a value.

export const answeredOf = ({ verdicts }: Pick<TestRow, 'verdicts'>): AnsweredStep[] => JSON.parse(verdicts) as AnsweredStep[];

export const doubtsOf = ({ doubts }: Pick<TestRow, 'doubts'>): RunDoubt[] => JSON.parse(doubts) as RunDoubt[];

export const traitsOf = ({ traits }: Pick<TestRow, 'traits'>): DeviceTraits => JSON.parse(traits ?? '{}') as DeviceTraits;

/** Null once all steps are answered. */
export const challengeOf = ({ challenge }: Pick<TestRow, 'challenge'>): StepChallenge | null =>
  challenge === null ? null : (JSON.parse(challenge) as StepChallenge);
