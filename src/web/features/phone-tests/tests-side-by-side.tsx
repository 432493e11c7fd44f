import { useQuery } from '@tanstack/react-query';
import type { ComparedListing } from '#contract/compare.ts';
import type { ModelVerdict, PublishedTest, Verdict } from '#contract/phone-tests/phone-tests.ts';
import { STEP_TITLES, VERDICTS } from '../../phone-test-labels.ts';
import { Moment } from '../../ui/moment.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useApp } from '../../use-app.tsx';
import { publishedTestsOptions } from './published-queries.ts';

type Tested = { phone: ComparedListing; test: PublishedTest };

/** What phones proved on themselves, where at least two of them did. */
export function TestsSideBySide({ phones }: { phones: ComparedListing[] }) {
  const { api } = useApp();
  const ids = phones.map(({ _id }) => _id);
  const { data: tests = [] } = useQuery(publishedTestsOptions(api, ids));
  const tested = phones.flatMap((phone, index): Tested[] => {
    const test = tests[index];
    return test ? [{ phone, test }] : [];
  });
  if (tested.length < 2) return null;
  return (
    <section>
      <h2 className="mb-6 text-2xl">Phone tests</h2>
      <ScrollBox label="Phone tests" className="overflow-x-auto rounded-2xl border border-line bg-surface">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <td className="p-3" />
              {tested.map(({ phone, test }) => (
                <th key={phone._id} scope="col" className="p-3 align-top font-semibold">
                  <bdi>{phone.model_name}</bdi>
                  <span className="block font-normal text-muted">
                    <Moment iso={test.testedAt} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="border-t border-line">
              <th scope="row" className="p-3 font-medium">
                Model
              </th>
              {tested.map(({ phone, test }) => (
                <Cell key={phone._id} {...MODELS[test.model.verdict]} />
              ))}
            </tr>
            {Object.entries(STEP_TITLES).map(([step, title]) => (
              <tr key={step} className="border-t border-line">
                <th scope="row" className="p-3 font-medium">
                  {title}
                </th>
                {tested.map(({ phone, test }) => (
                  <Cell key={phone._id} {...VERDICTS[verdictOf(test, step)]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

const MODELS: Record<ModelVerdict['verdict'], { word: string; look: string }> = {
  match: { word: 'As listed', look: 'text-good' },
  mismatch: { word: 'Not as listed', look: 'text-danger' },
  unknown: { word: 'Not known', look: 'text-muted' },
};

const Cell = ({ word, look }: { word: string; look: string }) => <td className={`p-3 ${look}`}>{word}</td>;

const verdictOf = ({ steps }: PublishedTest, step: string): Verdict => steps.find((one) => one.step === step)?.verdict ?? 'untestable';
