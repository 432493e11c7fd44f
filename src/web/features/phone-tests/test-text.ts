import type { TestSummary, Verdict } from '#contract/phone-tests/phone-tests.ts';

export const VERDICTS: Record<Verdict, { word: string; look: string }> = {
  passed: { word: 'Passed', look: 'text-good' },
  failed: { word: 'Failed', look: 'text-danger' },
  skipped: { word: 'Skipped', look: 'text-muted' },
  untestable: { word: 'Not testable', look: 'text-muted' },
};

/** Such as “14 passed, 1 failed, 2 not tested”. What was skipped isn’t passed. */
export function describeCounts({ counts }: Pick<TestSummary, 'counts'>): string {
  const untested = counts.skipped + counts.untestable;
  return [`${counts.passed} passed`, ...(counts.failed > 0 ? [`${counts.failed} failed`] : []), ...(untested > 0 ? [`${untested} not tested`] : [])].join(', ');
}

const DOUBTS: Record<TestSummary['doubts'][number], string> = {
  clock_changed: 'The phone’s clock was changed during the test.',
  phone_changed: 'The browser described another phone in the middle of the test.',
};

/** What speaks against the test as a whole, in sentences. */
export function describeDoubts({ doubts, model }: Pick<TestSummary, 'doubts' | 'model'>): string[] {
  return [...(model.verdict === 'mismatch' ? [model.note] : []), ...doubts.map((doubt) => DOUBTS[doubt])];
}
