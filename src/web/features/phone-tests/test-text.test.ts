import { expect, test } from 'vitest';
import { describeCounts, describeDoubts } from './test-text.ts';

test('Counts what failed and what wasn’t tested only where there is some', () => {
  expect(describeCounts({ counts: { passed: 14, failed: 1, skipped: 1, untestable: 1 } })).toBe('14 passed, 1 failed, 2 not tested');
  expect(describeCounts({ counts: { passed: 17, failed: 0, skipped: 0, untestable: 0 } })).toBe('17 passed');
});

test('Another model and a changed clock are said first', () => {
  const model = { verdict: 'mismatch', note: 'The browser says “Pixel 7”.' } as const;
  expect(describeDoubts({ doubts: ['clock_changed'], model })).toEqual(['The browser says “Pixel 7”.', 'The phone’s clock was changed during the test.']);
  expect(describeDoubts({ doubts: [], model: { ...model, verdict: 'match' } })).toEqual([]);
});
