import type { OrderTest, StepVerdict } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits } from '#contract/phone-tests/steps.ts';
import { differencesOf } from './doubts.ts';

type Tested = { steps: StepVerdict[]; device: DeviceTraits };

/** How a rerun differs from the test that the listing showed. A step that passed then and wasn’t tested now counts as worse: nobody knows. */
export function compareTests(published: Tested, rerun: Tested): NonNullable<OrderTest['comparison']> {
  const differences = differencesOf(published.device, rerun.device);
  const changes = published.steps.flatMap(({ step, verdict: before }) => {
    const after = rerun.steps.find((one) => one.step === step)?.verdict ?? 'skipped';
    return before === after ? [] : [{ step, before, after }];
  });
  return {
    device: differences.length === 0 ? 'same' : 'different',
    differences,
    worse: changes.filter(({ before, after }) => before === 'passed' || after === 'failed'),
    better: changes.filter(({ after }) => after === 'passed'),
  };
}
