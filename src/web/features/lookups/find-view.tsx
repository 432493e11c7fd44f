import { useQuery } from '@tanstack/react-query';
import type { Found, FoundKind, FoundOrder, FoundPerson } from '#contract/lookups.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { MAX_SEARCH } from '#contract/shared/search-text.ts';
import { Form, useSearchParams } from '../../router/index.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { CONTROL } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { OrderLink, PersonLink } from '../../ui/record-links.tsx';
import { useFollowing } from '../../ui/use-following.ts';
import { useApp } from '../../use-app.tsx';
import { ORDER_STATES, PERSON_STATES, ROLES, stateOf } from './labels.ts';
import { MoreButton, type PageOfRows, useMore } from './more.tsx';
import { findOptions, readMoreFound } from './queries.ts';

const PEOPLE: Column<FoundPerson>[] = [
  { header: 'Name', card: 'title', cell: (person) => <NameOf person={person} /> },
  { header: 'Email', card: 'line', cell: ({ email }) => email !== '' && <EmailLink address={email} /> },
  { header: 'Role', card: 'line', cell: ({ role }) => ROLES[role] },
  { header: 'State', card: 'aside', cell: ({ state }) => <Badge tone={PERSON_STATES[state].tone}>{PERSON_STATES[state].text}</Badge> },
  { header: 'Joined', card: 'line', cell: ({ since }) => <Moment iso={since} className="text-sm text-muted" /> },
];

const ORDERS: Column<FoundOrder>[] = [
  { header: 'Phone', card: 'title', cell: (order) => <OrderLink id={order._id}>{order.ProductName}</OrderLink> },
  { header: 'Buyer', card: 'line', cell: ({ buyer }) => <PersonLink id={buyer._id}>{buyer.name}</PersonLink> },
  { header: 'Seller', card: 'line', cell: ({ seller }) => <PersonLink id={seller._id}>{seller.name}</PersonLink> },
  { header: 'Price', card: 'aside', cell: ({ price }) => <span className="font-semibold whitespace-nowrap">{formatPrice(price)}</span> },
  { header: 'State', card: 'line', cell: ({ state }) => <Badge tone={ORDER_STATES[state].tone}>{ORDER_STATES[state].text}</Badge> },
  { header: 'Booked', card: 'line', cell: ({ at }) => <Moment iso={at} className="text-sm text-muted" /> },
];

const PAYMENTS: Column<PaymentRecord>[] = [
  { header: 'Phone', card: 'title', cell: (payment) => <OrderLink id={payment.orderId}>{payment.ProductName}</OrderLink> },
  { header: 'Buyer', card: 'line', cell: (payment) => <PersonLink id={payment.buyerId}>{payment.buyerName}</PersonLink> },
  { header: 'Amount', card: 'aside', cell: ({ amount }) => <span className="font-semibold whitespace-nowrap">{formatPrice(amount)}</span> },
  {
    header: 'Card and transaction',
    card: 'line',
    cell: ({ card, transactionId }) => (
      <span className="flex flex-wrap items-baseline gap-x-3">
        {card && <span className="whitespace-nowrap">{nameCard(card)}</span>}
        <span className="text-sm break-all text-muted">{transactionId}</span>
      </span>
    ),
  },
  {
    header: 'State',
    card: 'line',
    cell: ({ state, at }) => (
      <span className="whitespace-nowrap">
        {stateOf('payments', state)}, <Moment iso={at} className="text-sm text-muted" />
      </span>
    ),
  },
];

/** One search over people, orders and payments. */
export function FindView() {
  const search = useSearchParams()[0].get('search')?.trim() ?? '';
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">Find</h1>
      <SearchBox search={search} />
      {search === '' ? (
        <p className="max-w-prose text-muted">
          Search by what someone tells you: their name or email address, what they paid, or the last digits of their card.
        </p>
      ) : (
        <Results key={search} search={search} />
      )}
    </section>
  );
}

function SearchBox({ search }: { search: string }) {
  return (
    <Form action="/dashboard/find" role="search" aria-label="People, orders and payments" className="grid gap-1.5">
      <label htmlFor="find-search" className="font-medium">
        People, orders and payments
      </label>
      <div className="flex max-w-2xl gap-2">
        <input
          ref={useFollowing<HTMLInputElement>('value', search)}
          id="find-search"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={MAX_SEARCH}
          aria-describedby="find-hint"
          className={CONTROL}
        />
        <Button type="submit" aria-label="Search">
          <Icon name="search" className="size-5" />
        </Button>
      </div>
      <p id="find-hint" className="text-sm text-muted">
        Name, email, phone number, amount, last four digits of a card, order or transaction ID
      </p>
    </Form>
  );
}

function Results({ search }: { search: string }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(findOptions(api, search));
  if (error && !data) return <FailedRead message="We couldn’t search." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <TableSkeleton />;
  const { people, orders, payments } = data;
  if ([people, orders, payments].every(({ items }) => items.length === 0)) {
    return (
      <div role="status">
        <EmptyState title="Nothing found">Check the spelling, try fewer words, or search for an amount as it was paid.</EmptyState>
      </div>
    );
  }
  const more = async <K extends FoundKind>(kind: K, cursor: string): Promise<Found[K]> => (await readMoreFound(api, { search, kind }, cursor))[kind];
  return (
    <div className="grid gap-10">
      <Group title="People" of={['find', search, 'people']} first={people} read={(cursor) => more('people', cursor)} columns={PEOPLE} />
      <Group title="Orders" of={['find', search, 'orders']} first={orders} read={(cursor) => more('orders', cursor)} columns={ORDERS} />
      <Group title="Payments" of={['find', search, 'payments']} first={payments} read={(cursor) => more('payments', cursor)} columns={PAYMENTS} />
    </div>
  );
}

type GroupProps<T> = { title: string; of: string[]; first: PageOfRows<T>; read: (cursor: string) => Promise<PageOfRows<T>>; columns: Column<T>[] };

function Group<T extends { _id: string }>({ title, of: key, first, read, columns }: GroupProps<T>) {
  const more = useMore(first, { key, read });
  if (more.rows.length === 0) return null;
  return (
    <section className="grid gap-4" aria-label={title}>
      <h2 className="text-xl">
        {title} ({more.rows.length}
        {more.hasMore && '+'})
      </h2>
      <DataTable caption={title} columns={columns} rows={more.rows} rowKey={({ _id }) => _id} />
      <MoreButton more={more} about={title} />
    </section>
  );
}

function NameOf({ person }: { person: FoundPerson }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium">
      <PersonLink id={person._id}>{person.name}</PersonLink>
      {person.verified && <VerifiedBadge />}
    </span>
  );
}
