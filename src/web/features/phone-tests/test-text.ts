import type { TestSummary } from '#contract/phone-tests/phone-tests.ts';
import type { TestStep } from '#contract/phone-tests/steps.ts';
import { OUTCOMES, STEP_TITLES } from '../../phone-test-labels.ts';

type Result = Pick<TestSummary, 'outcome' | 'model' | 'doubts' | 'steps' | 'counts'>;

/** More failed steps than these are counted, not named. */
const MOST_NAMED = 3;

const IN_SHORT: Record<TestSummary['doubts'][number], string> = {
  clock_changed: 'Its clock was changed',
  phone_changed: 'The phone changed midway',
};

/** Such as “Not the listed phone. Touch and rear camera failed. 13 passed, 2 not tested”: what speaks against the phone comes first. */
export function describeResult({ outcome, model, doubts, steps, counts }: Result): string {
  const failed = steps.flatMap(({ step, verdict }) => (verdict === 'failed' ? [step] : []));
  const isNamed = failed.length > 0 && failed.length <= MOST_NAMED;
  // What was skipped isn’t passed.
  const untested = counts.skipped + counts.untestable;
  return [
    ...(model.verdict === 'mismatch' ? ['Not the listed phone'] : []),
    ...doubts.map((doubt) => IN_SHORT[doubt]),
    ...(outcome === 'incomplete' ? [OUTCOMES.incomplete] : []),
    ...(isNamed ? [`${nameSteps(failed)} failed`] : []),
    [`${counts.passed} passed`, ...(isNamed ? [] : count(counts.failed, 'failed')), ...count(untested, 'not tested')].join(', '),
  ].join('. ');
}

/** Without `Intl`, whose formats take a slow phone a while: it is on a listing’s first screen. */
function nameSteps(steps: TestStep[]): string {
  const [first = '', ...others] = steps.map((step) => STEP_TITLES[step]);
  const titles = [first, ...others.map((title) => title.toLowerCase())];
  const last = titles.at(-1) ?? '';
  return titles.length < 3 ? titles.join(' and ') : `${titles.slice(0, -1).join(', ')}, and ${last}`;
}

const count = (some: number, word: string): string[] => (some > 0 ? [`${some} ${word}`] : []);

const DOUBTS: Record<TestSummary['doubts'][number], string> = {
  clock_changed: 'The phone’s clock was changed during the test.',
  phone_changed: 'The browser described another phone in the middle of the test.',
};

/** What speaks against the test as a whole, in sentences. */
export function describeDoubts({ doubts, model }: Pick<TestSummary, 'doubts' | 'model'>): string[] {
  return [...(model.verdict === 'mismatch' ? [model.note] : []), ...doubts.map((doubt) => DOUBTS[doubt])];
}
