import type { ReactNode } from 'react';
import type { ReviewItem as Item } from '#contract/risk.ts';
import { Badge, type BadgeTone, VerifiedBadge } from '../../ui/badge.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { LISTING_STATES } from '../../ui/listing-states.ts';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { ListingLink, PersonLink } from '../../ui/record-links.tsx';
import { reportReasonLabel } from '../../ui/report-reasons.ts';

const HIGH = 50;

/** One listing to review, with everything needed to decide. */
export function ReviewItem({ item, actions }: { item: Item; actions: ReactNode }) {
  return (
    <article className="grid gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start gap-4">
        <ListingImage address={item.image} alt="" sizes="6rem" className="size-24 shrink-0 rounded-xl" />
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lg">
            <ListingLink id={item._id} state={item.state}>
              {item.model_name}
            </ListingLink>
          </h2>
          <p>
            <span className="font-semibold">{formatPrice(item.price)}</span>{' '}
            <span className="text-muted">
              {item.brand}, {LISTING_STATES[item.state]}, listed <Moment iso={item.listedAt} />
            </span>
          </p>
          <Seller seller={item.seller} />
        </div>
      </div>
      <Risk risk={item.risk} />
      <Reports item={item} />
      <p className="line-clamp-4 max-w-prose text-muted wrap-anywhere">{item.description}</p>
      {actions}
    </article>
  );
}

function Seller({ seller }: Pick<Item, 'seller'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <PersonLink id={seller._id} className="font-medium text-ink wrap-anywhere">
        {seller.name}
      </PersonLink>
      {seller.verified && <VerifiedBadge />}
      <EmailLink address={seller.email} />
      <span>
        joined <Moment iso={seller.since} />, {seller.offers} on sale, {seller.sold} sold
      </span>
      {seller.warnings > 0 && <Badge tone="warning">{count(seller.warnings, 'warning', 'warnings')}</Badge>}
      {seller.removals > 0 && <Badge tone="danger">{count(seller.removals, 'removal', 'removals')}</Badge>}
      {seller.suspended && <Badge tone="danger">Suspended</Badge>}
    </p>
  );
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function Risk({ risk }: Pick<Item, 'risk'>) {
  return (
    <section className="grid gap-1">
      <h3>
        <Badge tone={toneOf(risk.score)}>Risk {risk.score} of 100</Badge>
      </h3>
      <ul className="list-disc pl-5 marker:text-muted">
        {risk.signals.map(({ kind, text }) => (
          <li key={`${kind} ${text}`} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function toneOf(score: number): BadgeTone {
  if (score >= HIGH) return 'danger';
  return score > 0 ? 'warning' : 'neutral';
}

function Reports({ item: { reports, reportCount } }: { item: Item }) {
  return (
    reports.length > 0 && (
      <section className="grid gap-1">
        <h3 className="font-medium">{count(reportCount, 'report', 'reports')}</h3>
        <ul className="grid gap-1">
          {reports.map((report) => (
            <li key={report._id} className="wrap-anywhere">
              {reportReasonLabel(report.reason)}
              {report.note !== null && <> – “{report.note}”</>}{' '}
              <span className="text-sm text-muted">
                <PersonLink id={report.reporterId}>{report.reporter}</PersonLink>, <Moment iso={report.at} />
              </span>
            </li>
          ))}
        </ul>
        {reportCount > reports.length && <p className="text-sm text-muted">The last {reports.length} are shown.</p>}
      </section>
    )
  );
}
