import { useInfiniteQuery } from '@tanstack/react-query';
import type { LostPhone } from '#contract/lost-phones.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatFixed, Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { myLostPhonesOptions, useWithdraw } from './queries.ts';
import { ReportState } from './report-state.tsx';

/** The user's lost-phone reports and their state. Renders nothing before the first report. */
export function MyReports() {
  const { api } = useApp();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(myLostPhonesOptions(api));
  if (error && !data) return <FailedRead message="We couldn’t load your reports." onRetry={() => void refetch()} busy={isFetching} />;
  const reports = data?.pages.flatMap(({ items }) => items) ?? [];
  if (reports.length === 0) return null;
  return (
    <section className="grid gap-4" aria-label="Your reports">
      <h2 className="text-xl">Your reports</h2>
      <ul className="grid gap-3">
        {reports.map((report) => (
          <Report key={report._id} report={report} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" size="small" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older reports
        </Button>
      )}
    </section>
  );
}

function Report({ report }: { report: LostPhone }) {
  return (
    <li className="grid gap-2 rounded-2xl border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{nameOf(report)}</span>
        <ReportState state={report.state} />
      </p>
      <p className="text-muted wrap-anywhere" dir="auto">
        Lost on {formatFixed(report.lostOn)}, {report.place}
      </p>
      {report.reason !== null && (
        <p className="wrap-anywhere" dir="auto">
          Our reply: “{report.reason}”
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Moment iso={report.reportedAt} className="text-sm text-muted" />
        {(report.state === 'open' || report.state === 'accepted') && <WithdrawButton report={report} />}
      </div>
    </li>
  );
}

const nameOf = ({ knownAs, last4 }: LostPhone): string => `${knownAs ?? 'A phone'}, IMEI ending in ${last4}`;

function WithdrawButton({ report }: { report: LostPhone }) {
  const withdraw = useWithdraw();
  return (
    <ConfirmButton
      button="Withdraw"
      size="small"
      name={`Withdraw the report for the phone ending in ${report.last4}`}
      title="Withdraw this report?"
      onConfirm={() => withdraw.mutateAsync(report).catch(() => null)}
    >
      {report.state === 'open' ? 'We won’t review it any further.' : 'The phone will come off our list of lost phones and can be listed again.'} To report it
      again, you’d need to re-enter its IMEI.
    </ConfirmButton>
  );
}
