import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FulfillmentGlance } from '#contract/fulfillment.ts';
import type { Sale } from '#contract/payments/payments.ts';
import { isNotHandedOver } from '#contract/shared/handover-states.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { BuyerRecord } from '../../ui/buyer-record.tsx';
import { PhoneLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { OrderStateText } from '../../ui/order-state.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { PhoneName } from '../../ui/phone-name.tsx';
import { useApp } from '../../use-app.tsx';
import { salesOptions, salesSummaryOptions } from './queries.ts';
import { SaleMoney } from './sale-money.tsx';

const COLUMNS: Column<Sale>[] = [
  { header: 'Image', card: 'image', cell: (sale) => <ListingImage address={sale.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
  {
    header: 'Phone',
    card: 'title',
    cell: (sale) => (
      <>
        <PhoneName name={sale.ProductName} phone={sale} />
        <Link to={`/dashboard/orders/${encodeURIComponent(sale.orderId)}`} className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          View order
        </Link>
      </>
    ),
  },
  { header: 'Price', card: 'aside', cell: (sale) => <span className="font-semibold whitespace-nowrap">{formatPrice(sale.amount)}</span> },
  { header: 'Buyer', card: 'line', cell: (sale) => <Buyer sale={sale} /> },
  { header: 'Meeting location', card: 'line', cell: (sale) => <Meeting sale={sale} /> },
  {
    header: 'Sold',
    card: 'line',
    cell: (sale) => (
      <span className="text-sm text-muted @3xl:whitespace-nowrap">
        <span className="@3xl:hidden">Sold </span>
        <Moment iso={sale.soldAt} />
      </span>
    ),
  },
  { header: 'Payout', card: 'line', cell: (sale) => <SaleMoney sale={sale} /> },
];

/** The seller's sales, whom to meet, and where the money is. `bar` stands below the heading; it and the sales wait for each other, so that nothing moves. */
export function SalesTable({ bar, isBarReady }: { bar: ReactNode; isBarReady: boolean }) {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(salesOptions(api, filter));
  const isReady = isBarReady && !query.isPending;
  return (
    <PagedList
      query={isReady ? query : { ...query, data: undefined, error: null }}
      bar={isReady && bar}
      title="My Sales"
      find={{ filter, label: 'Phone, buyer or place' }}
      heading={counted('My Sales', { one: 'My Sale' })}
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
          <p>
            <Link to="/dashboard/statements" className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4">
              Statement for each month
            </Link>
          </p>
          <DataTable caption="My sales" columns={COLUMNS} rows={sales} rowKey={(sale) => sale.orderId} />
        </>
      )}
    </PagedList>
  );
}

/** The sums keep their places while they load. */
function Sums() {
  const { api } = useApp();
  const { data } = useQuery(salesSummaryOptions(api));
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      <Sum name="Sold" amount={data?.sold} />
      <Sum name="Paid out to you" amount={data?.paidOut} />
      <Sum name={data && data.due < 0 ? 'You owe us' : 'Awaiting payout'} amount={data && Math.abs(data.due)} />
      <Sum name="Refunded to buyers" amount={data?.refunded} />
      {data && data.fees > 0 && <Sum name="Our fees" amount={data.fees} />}
      {data && data.disputed > 0 && <Sum name="Disputed by buyers’ banks" amount={data.disputed} />}
    </dl>
  );
}

function Sum({ name, amount }: { name: string; amount: number | undefined }) {
  return (
    <div className="grid content-start gap-1 last:odd:max-xl:col-span-2 rounded-2xl border border-line bg-surface p-3 sm:p-5">
      <dt className="text-sm text-muted sm:text-base">{name}</dt>
      <dd className="font-display text-xl font-semibold sm:text-2xl">{amount === undefined ? '–' : formatPrice(amount)}</dd>
    </div>
  );
}

function Buyer({ sale }: { sale: Sale }) {
  return (
    <span className="flex flex-wrap gap-x-2 wrap-anywhere @3xl:grid">
      <span>{sale.buyerName}</span>
      {sale.phone !== '' && <PhoneLink number={sale.phone} className="text-sm underline decoration-line-strong underline-offset-4" />}
      <BuyerRecord record={sale.buyerRecord} className="basis-full" />
    </span>
  );
}

function Meeting({ sale }: { sale: Sale }) {
  const agreed = sale.fulfillment?.meetPlace ?? null;
  const place = agreed ?? sale.meeting_location;
  return (
    <span className="wrap-anywhere">
      {sale.fulfillment && sale.state === 'paid' && (
        <span className="block font-medium">
          <SaleState sale={sale} fulfillment={sale.fulfillment} />
        </span>
      )}
      {place !== '' && (agreed === null ? 'Suggested: ' : <span className="@3xl:hidden">Meeting at </span>)}
      {place}
    </span>
  );
}

function SaleState({ sale: { gone, dispute }, fulfillment }: { sale: Sale; fulfillment: FulfillmentGlance }) {
  if (!isNotHandedOver(fulfillment.state)) return <OrderStateText fulfillment={fulfillment} side="seller" />;
  if (gone) return 'The buyer no longer has an account';
  return dispute === 'open' ? 'Don’t hand the phone over yet' : <OrderStateText fulfillment={fulfillment} side="seller" />;
}
