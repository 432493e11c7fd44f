import type { PublishedTest as Test } from '#contract/phone-tests/phone-tests.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TestTable } from './test-table.tsx';
import { describeDoubts, describeResult } from './test-text.ts';

/** What the phone proved on itself, as its seller published it, with details on demand. */
export function PublishedTest({ test }: { test: Test }) {
  const doubts = describeDoubts(test);
  const isGood = test.outcome === 'passed' && doubts.length === 0;
  return (
    <details className="group min-w-0 rounded-xl border border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-xl px-4 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Icon name={isGood ? 'circle-check' : 'info'} className={`size-5 shrink-0 ${isGood ? 'text-good' : 'text-warning'}`} />
        <span className="min-w-0 text-sm">
          Phone test <Moment iso={test.testedAt} />: {describeResult(test)}
        </span>
        <span className="ml-auto inline-flex shrink-0 items-center gap-1 text-sm font-medium">
          Details
          <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid gap-3 px-4 pt-1 pb-4">
        {doubts.map((sentence) => (
          <p key={sentence} className="text-sm text-danger">
            {sentence}
          </p>
        ))}
        <TestTable steps={test.steps} />
        {test.model.verdict !== 'mismatch' && test.model.note !== '' && <p className="text-sm text-muted">{test.model.note}</p>}
        <p className="text-sm text-muted">
          The phone was tested in its browser with tasks that we made up at that moment, and we judged and signed the result. It doesn’t prove that it is the
          phone in the photos, nor that it still works: scan the code again when you meet.
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm font-medium">
          <a href={`/phone-test/verify#${test.record}`} className={LINK}>
            Check the signed record
          </a>
          <a href={`data:application/jose;charset=utf-8,${test.record}`} download={`phone-test-${test.runId}.jws`} className={LINK}>
            Download it
          </a>
        </p>
      </div>
    </details>
  );
}

const LINK = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4';
