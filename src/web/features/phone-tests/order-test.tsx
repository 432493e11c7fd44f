import { useQuery } from '@tanstack/react-query';
import type { PaidOrder } from '#contract/orders.ts';
import type { OrderTest as Tests } from '#contract/phone-tests/phone-tests.ts';
import { isTestable } from '#contract/shared/handover-states.ts';
import { STEP_TITLES, VERDICTS } from '../../phone-test-labels.ts';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { PhoneTestPanel } from './phone-test-panel.tsx';
import { orderTestOptions } from './queries.ts';
import { describeDoubts, describeResult } from './test-text.ts';

/** The other side's phone may finish the test at any moment. */
const REFRESH_MS = 5000;

/** The test at the meeting, and how it differs from what the listing shows. */
export function OrderTest({ order: { _id: orderId, fulfillment } }: { order: PaidOrder }) {
  const { api } = useApp();
  const canTest = isTestable(fulfillment.state);
  const { data: tests } = useQuery({ ...orderTestOptions(api, orderId), refetchInterval: canTest && REFRESH_MS });
  if (!tests || (!canTest && !tests.rerun)) return null;
  const { published, rerun, comparison } = tests;
  const when = fulfillment.state === 'handed_over' ? 'now' : 'when you meet';
  return (
    <section className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="phone-test">
      <h2 id="phone-test" className="text-xl">
        Phone test
      </h2>
      <p className="text-muted">
        {published ? (
          <>
            The listing shows a test <Moment iso={published.testedAt} />: {describeResult(published)}.{canTest && ` Repeat it ${when}, and compare.`}
          </>
        ) : (
          `The listing shows no test.${canTest ? ` You can make one ${when}.` : ''}`
        )}
      </p>
      {rerun && (
        <p className="font-semibold">
          Tested here <Moment iso={rerun.testedAt} />: {describeResult(rerun)}
        </p>
      )}
      {rerun &&
        describeDoubts(rerun).map((sentence) => (
          <p key={sentence} className="text-danger">
            {sentence}
          </p>
        ))}
      {comparison && <Comparison comparison={comparison} />}
      {canTest && <PhoneTestPanel listing={null} order={orderId} action={rerun ? 'Test again' : 'Show the QR code'} />}
    </section>
  );
}

function Comparison({ comparison: { device, differences, worse, better } }: { comparison: NonNullable<Tests['comparison']> }) {
  return (
    <div className="grid gap-2">
      <p className={device === 'same' ? 'text-good' : 'font-semibold text-danger'}>
        {device === 'same' ? 'The browser describes the same phone as before.' : 'The browser describes another phone than before.'}
      </p>
      <ul className="grid list-disc gap-1 pl-5 empty:hidden">
        {differences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {worse.length === 0 ? <p>Nothing got worse.</p> : <Changes title="What got worse" changes={worse} />}
      {better.length > 0 && <Changes title="What got better" changes={better} />}
    </div>
  );
}

function Changes({ title, changes }: { title: string; changes: NonNullable<Tests['comparison']>['worse'] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {changes.map(({ step, before, after }) => (
          <li key={step}>
            {STEP_TITLES[step]}: {VERDICTS[before].word.toLowerCase()} before, {VERDICTS[after].word.toLowerCase()} now
          </li>
        ))}
      </ul>
    </div>
  );
}
