import { useQuery } from '@tanstack/react-query';
import type { ComparedListing } from '#contract/compare.ts';
import type { ModelVerdict, PublishedTest } from '#contract/phone-tests/phone-tests.ts';
import { STEP_TITLES, VERDICTS } from '../../phone-test-labels.ts';
import { COMPARED, comparedTable } from '../../ui/compared-columns.ts';
import { Moment } from '../../ui/moment.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useApp } from '../../use-app.tsx';
import { publishedTestsOptions } from './published-queries.ts';

type Tested = { phone: ComparedListing; test: PublishedTest | null };
type Word = { word: string; look: string };
type Row = { title: string; words: Word[] };

const MODELS: Record<ModelVerdict['verdict'], Word> = {
  match: { word: 'As listed', look: 'text-good' },
  mismatch: { word: 'Not as listed', look: 'text-danger' },
  unknown: { word: 'Not known', look: 'text-muted' },
};
const NO_TEST: Word = { word: 'No test', look: 'text-muted' };

/** What phones proved on themselves, where at least two of them did, in the columns of the comparison. */
export function TestsSideBySide({ phones, onlyDifferences }: { phones: ComparedListing[]; onlyDifferences: boolean }) {
  const { api } = useApp();
  const { data: tests = [] } = useQuery(
    publishedTestsOptions(
      api,
      phones.map(({ _id }) => _id),
    ),
  );
  const compared = phones.map((phone, index): Tested => ({ phone, test: tests[index] ?? null }));
  if (compared.filter(({ test }) => test !== null).length < 2) return null;
  const rows = rowsOf(compared).filter(({ words }) => !onlyDifferences || new Set(words.map(({ word }) => word)).size > 1);
  return (
    <section className="min-w-0">
      <h2 className="mb-6 text-2xl">Phone tests</h2>
      <ScrollBox label="Phone tests" className="overflow-x-auto overscroll-x-contain [scrollbar-gutter:stable] rounded-2xl border border-line bg-surface">
        <table className={comparedTable(phones.length)}>
          <thead>
            <tr>
              <td className={`${COMPARED.corner} ${COMPARED.name} z-1 border-b px-2 py-2.5 sm:px-3`}>
                <span className="sr-only">Test</span>
              </td>
              {compared.map((one) => (
                <Head key={one.phone._id} {...one} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, words }) => (
              <tr key={title}>
                <th scope="row" className={`${COMPARED.corner} z-1 border-b px-2 py-2.5 font-medium hyphens-auto sm:px-3`}>
                  {title}
                </th>
                {words.map(({ word, look }, index) => (
                  <td key={phones[index]?._id} className={`${COMPARED.cell} ${look}`}>
                    {word}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Head({ phone, test }: Tested) {
  return (
    <th scope="col" className={`${COMPARED.cell} ${COMPARED.phone} text-left font-semibold wrap-anywhere`}>
      <bdi>{phone.model_name}</bdi>
      <span className="block font-normal text-muted">{test ? <Moment iso={test.testedAt} /> : NO_TEST.word}</span>
    </th>
  );
}

function rowsOf(compared: Tested[]): Row[] {
  const toRow = (title: string, wordOf: (test: PublishedTest) => Word): Row => ({ title, words: compared.map(({ test }) => (test ? wordOf(test) : NO_TEST)) });
  const steps = Object.entries(STEP_TITLES).map(([step, title]) =>
    toRow(title, (test) => VERDICTS[test.steps.find((one) => one.step === step)?.verdict ?? 'untestable']),
  );
  return [toRow('Model', ({ model }) => MODELS[model.verdict]), ...steps];
}
