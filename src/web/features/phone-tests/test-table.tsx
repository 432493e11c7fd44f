import type { TestSummary } from '#contract/phone-tests/phone-tests.ts';
import { STEP_TITLES, VERDICTS } from '../../phone-test-labels.ts';

/** Every step with what came of it. */
export function TestTable({ steps }: Pick<TestSummary, 'steps'>) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">What was tested</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Test</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ step, verdict, note }) => (
          <tr key={step} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-3 font-medium">
              {STEP_TITLES[step]}
            </th>
            <td className="py-2">
              <span className={`font-medium ${VERDICTS[verdict].look}`}>{VERDICTS[verdict].word}</span>
              <span className="block text-muted">{note}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
