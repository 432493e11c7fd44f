import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LostPhoneInQueue, LostPhoneState } from '#contract/lost-phones.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { CompactSelect } from '../../ui/field.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatFixed, Moment } from '../../ui/moment.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { ListingName } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { DecideButton } from './decide-button.tsx';
import { lostPhonesOptions } from './queries.ts';
import { ReportState, STATE_NAMES } from './report-state.tsx';

const STATUS_LABELS = { available: 'on sale', sold: 'sold', removed: 'removed' };

type PhoneListing = LostPhoneInQueue['listings'][number];

/** Phones reported lost, for the admin to review. */
export function LostPhonesQueue() {
  const { api } = useApp();
  const [state, setState] = useState<LostPhoneState>('open');
  const filter = useListFilter();
  const query = useInfiniteQuery(lostPhonesOptions(api, state, filter));
  return (
    <PagedList
      query={query}
      title="Lost Phones"
      heading={counted('Lost Phones')}
      find={{ filter, label: 'Phone, place or person' }}
      bar={
        <CompactSelect label="Show" className="max-w-xs" value={state} onChange={({ currentTarget }) => setState(LostPhoneState.parse(currentTarget.value))}>
          {LostPhoneState.options.map((one) => (
            <option key={one} value={one}>
              {STATE_NAMES[one]}
            </option>
          ))}
        </CompactSelect>
      }
      failed="We couldn’t load the reports."
      empty={<EmptyState title="No reports">Lost-phone reports appear here with their proof for you to accept or reject.</EmptyState>}
    >
      {(reports) => (
        <ul className="grid gap-4">
          {reports.map((report) => (
            <Report key={report._id} report={report} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Report({ report }: { report: LostPhoneInQueue }) {
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">
          {report.knownAs ?? 'A phone'}, IMEI ending in {report.last4}
        </h2>
        <ReportState state={report.state} />
      </div>
      <p className="text-muted wrap-anywhere" dir="auto">
        {report.reporter.name} (<EmailLink address={report.reporter.email} />) lost it on {formatFixed(report.lostOn)}: {report.place}
      </p>
      <p className="text-sm text-muted">
        Reported <Moment iso={report.reportedAt} />
      </p>
      <Proof report={report} />
      <Around report={report} />
      {report.reason !== null && (
        <p className="wrap-anywhere" dir="auto">
          Reason: “{report.reason}”
        </p>
      )}
      {report.state !== 'withdrawn' && (
        <div className="flex flex-wrap gap-3">
          {report.state !== 'accepted' && <DecideButton report={report} decision="accepted" />}
          {report.state !== 'refused' && <DecideButton report={report} decision="refused" />}
        </div>
      )}
    </li>
  );
}

function Proof({ report }: { report: LostPhoneInQueue }) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      {report.picture !== null && (
        <a href={report.picture} target="_blank" rel="noreferrer" aria-label={`View the photo for the phone ending in ${report.last4}`}>
          <ListingImage address={report.picture} alt="" sizes="8rem" className="size-32 rounded-xl" />
        </a>
      )}
      {report.proof !== '' && (
        <p className="min-w-0 flex-1 basis-60 whitespace-pre-line wrap-anywhere" dir="auto">
          {report.proof}
        </p>
      )}
    </div>
  );
}

function Around({ report }: { report: LostPhoneInQueue }) {
  return (
    <>
      {report.others > 0 && (
        <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning">
          {report.others === 1 ? 'Someone else has also reported' : `${report.others} other people have also reported`} this phone.
        </p>
      )}
      {!report.recognizable && (
        <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning">
          This report was stored under an earlier secret, so we can’t match the phone anymore. It would need to be reported again.
        </p>
      )}
      {report.listings.length > 0 && (
        <div>
          <p className="text-sm text-muted">Listings of this phone</p>
          <ul>
            {report.listings.map((listing) => (
              <ListingLine key={listing._id} listing={listing} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function ListingLine({ listing }: { listing: PhoneListing }) {
  return (
    <li className="wrap-anywhere">
      <ListingName listing={listing} /> of <EmailLink address={listing.sellerEmail} />, {STATUS_LABELS[listing.status]}
    </li>
  );
}
