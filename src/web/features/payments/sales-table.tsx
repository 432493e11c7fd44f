import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Sale } from '#contract/payments/payments.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { salesOptions, salesSummaryOptions } from './queries.ts';

const COLUMNS: Column<Sale>[] = [
  { header: 'Image', cell: (sale) => <ListingImage address={sale.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
  { header: 'Phone', cell: (sale) => <span className="font-medium">{sale.ProductName}</span> },
  { header: 'Price', cell: (sale) => formatPrice(sale.amount) },
  {
    header: 'Buyer',
    cell: (sale) => (
      <span className="grid justify-items-end wrap-anywhere lg:justify-items-start">
        <span>{sale.buyerName}</span>
        <span className="text-sm text-muted">{sale.phone}</span>
      </span>
    ),
  },
  { header: 'Meeting location', cell: (sale) => <span className="wrap-anywhere">{sale.meeting_location}</span> },
  { header: 'Sold', cell: (sale) => <Moment iso={sale.soldAt} /> },
  { header: 'Payout', cell: (sale) => <Money sale={sale} /> },
];

/** The seller's sales, whom to meet, and where the money is. */
export function SalesTable() {
  const { api } = useApp();
  const query = useInfiniteQuery(salesOptions(api));
  return (
    <PagedList
      query={query}
      title="My Sales"
      heading={heading}
      failed="We couldn’t load your sales."
      empty={
        <EmptyState title="No sales yet" action={<ButtonLink to="/dashboard/myProducts">My Products</ButtonLink>}>
          Once a buyer has paid, you’ll see who to meet and where.
        </EmptyState>
      }
    >
      {(sales) => (
        <>
          <Sums />
          <DataTable caption="My sales" columns={COLUMNS} rows={sales} rowKey={(sale) => sale.orderId} />
        </>
      )}
    </PagedList>
  );
}

function heading(count: number, more: boolean): string {
  if (count === 0) return 'My Sales';
  return count === 1 && !more ? 'My Sale' : `My Sales (${count}${more ? '+' : ''})`;
}

function Sums() {
  const { api } = useApp();
  const { data } = useQuery(salesSummaryOptions(api));
  if (!data) return null;
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Sum name="Sold" amount={data.sold} />
      <Sum name="Paid out to you" amount={data.paidOut} />
      <Sum name={data.due < 0 ? 'You owe us' : 'Awaiting payout'} amount={Math.abs(data.due)} />
      <Sum name="Refunded to buyers" amount={data.refunded} />
      {data.disputed > 0 && <Sum name="Returned by buyers’ banks" amount={data.disputed} />}
    </dl>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="grid gap-1 rounded-2xl border border-line bg-surface p-5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-display text-2xl font-semibold">{formatPrice(amount)}</dd>
    </div>
  );
}

function Money({ sale }: { sale: Sale }) {
  if (sale.state !== 'paid') return <Badge tone="warning">Refunded</Badge>;
  if (sale.dispute === 'open') return <span className="text-sm text-warning">The bank is reviewing this payment</span>;
  if (sale.dispute === 'lost') return <span className="text-sm text-muted">The bank returned this payment to the buyer</span>;
  return sale.paidOutAt ? <Badge tone="good">Paid out</Badge> : <Badge>Awaiting payout</Badge>;
}
