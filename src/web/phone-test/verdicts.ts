import type { TestSummary, Verdict } from '#contract/phone-tests/phone-tests.ts';

export const OUTCOMES: Record<TestSummary['outcome'], string> = {
  passed: 'This phone passed',
  incomplete: 'Too little was tested',
  failed: 'Something isn’t as it should be',
};

export const VERDICTS: Record<Verdict, { word: string; look: string }> = {
  passed: { word: 'Passed', look: 'text-good' },
  failed: { word: 'Failed', look: 'text-danger' },
  skipped: { word: 'Skipped', look: 'text-muted' },
  untestable: { word: 'Not testable here', look: 'text-muted' },
};
