import { useInfiniteQuery } from '@tanstack/react-query';
import type { User } from '#contract/accounts/accounts.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { PersonActions, VerifyButton } from './person-actions.tsx';
import { buyersOptions, sellersOptions } from './queries.ts';

const SORTS = { '': 'Newest first', oldest: 'Oldest first', name: 'Name: A to Z' };

const SELLER_COLUMNS: Column<User>[] = [
  { header: 'Name', card: 'title', cell: personName },
  { header: 'Email', card: 'line', cell: email },
  { header: 'Verification', card: 'action', cell: (seller) => <VerifyButton seller={seller} /> },
  { header: 'Delete', hideHeader: true, card: 'more', cell: (seller) => <PersonActions person={seller} /> },
];

const BUYER_COLUMNS: Column<User>[] = [
  { header: 'Name', card: 'title', cell: personName },
  { header: 'Email', card: 'line', cell: email },
  {
    header: 'Delete',
    hideHeader: true,
    card: 'foot',
    cell: (buyer) => <PersonActions person={buyer} />,
  },
];

export function SellersTable() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(sellersOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="All Sellers"
      find={{ filter, label: 'Name or email', sorts: SORTS }}
      heading={counted('All Sellers', { one: 'One Seller', none: 'No sellers yet' })}
      failed="We couldn’t load the sellers."
      empty={<EmptyState title="No one is selling yet">New sellers will appear here for you to verify.</EmptyState>}
    >
      {(sellers) => <DataTable caption="Sellers" columns={SELLER_COLUMNS} rows={sellers} rowKey={(seller) => seller._id} />}
    </PagedList>
  );
}

export function BuyersTable() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(buyersOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="All Buyers"
      find={{ filter, label: 'Name or email', sorts: SORTS }}
      heading={counted('All Buyers', { one: 'One Buyer', none: 'No buyers yet' })}
      failed="We couldn’t load the buyers."
      empty={<EmptyState title="No one has signed up yet">New buyers will appear here.</EmptyState>}
    >
      {(buyers) => <DataTable caption="Buyers" columns={BUYER_COLUMNS} rows={buyers} rowKey={(buyer) => buyer._id} />}
    </PagedList>
  );
}

function email(person: User) {
  return <EmailLink address={person.email} className="wrap-anywhere underline-offset-4 hover:underline" />;
}

function personName(person: User) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 font-medium">
      <PersonLink id={person._id}>{person.name}</PersonLink>
      {person.seller_verify && <VerifiedBadge />}
      {person.suspended && <Badge tone="danger">Suspended</Badge>}
    </span>
  );
}
