import { expect, test } from 'vitest';
import type { StepVerdict, Verdict } from '#contract/phone-tests/phone-tests.ts';
import { TEST_STEPS, type TestStep } from '#contract/phone-tests/steps.ts';
import { STEP_TITLES } from '../../phone-test-labels.ts';
import { describeDoubts, describeResult } from './test-text.ts';

const FINE = { outcome: 'passed', model: { verdict: 'match', note: '' }, doubts: [], steps: [] } as const;
const MISMATCH = { verdict: 'mismatch', note: 'The browser says “Pixel 7”.' } as const;

const describe = (passed: number, changes: Partial<Parameters<typeof describeResult>[0]> = {}, counts: Partial<Record<Verdict, number>> = {}) =>
  describeResult({ ...FINE, doubts: [], steps: [], counts: { passed, failed: 0, skipped: 0, untestable: 0, ...counts }, ...changes });

const failing = (...steps: TestStep[]): StepVerdict[] => steps.map((step) => ({ step, verdict: 'failed', note: '' }));

test('Counts what wasn’t tested only where there is some', () => {
  expect(describe(17)).toBe('17 passed');
  expect(describe(15, {}, { skipped: 1, untestable: 1 })).toBe('15 passed, 2 not tested');
  expect(describe(8, { outcome: 'incomplete' }, { skipped: 9 })).toBe('Too little was tested. 8 passed, 9 not tested');
});

test('Names the steps that failed, unless there are many', () => {
  expect(describe(16, { steps: failing('touch') }, { failed: 1 })).toBe('Touch failed. 16 passed');
  expect(describe(15, { steps: failing('touch', 'rear-camera') }, { failed: 2 })).toBe('Touch and rear camera failed. 15 passed');
  expect(describe(14, { steps: failing('touch', 'speakers', 'flash') }, { failed: 3 })).toBe('Touch, speakers, and flash failed. 14 passed');
  expect(describe(13, { steps: failing('touch', 'speakers', 'flash', 'motion') }, { failed: 4 })).toBe('13 passed, 4 failed');
});

test('Another phone than the listed one is said first, though all steps passed', () => {
  expect(describe(17, { outcome: 'failed', model: MISMATCH })).toBe('Not the listed phone. 17 passed');
  expect(describe(17, { outcome: 'failed', doubts: ['clock_changed'] })).toBe('Its clock was changed. 17 passed');
});

test('Says in sentences what speaks against the whole test', () => {
  expect(describeDoubts({ doubts: ['clock_changed'], model: MISMATCH })).toEqual([
    'The browser says “Pixel 7”.',
    'The phone’s clock was changed during the test.',
  ]);
  expect(describeDoubts({ doubts: [], model: FINE.model })).toEqual([]);
});

test('The titles stand in the order of the steps', () => {
  expect(Object.keys(STEP_TITLES)).toEqual([...TEST_STEPS]);
});
