import { useInfiniteQuery } from '@tanstack/react-query';
import type { RemovalReason, RemovedItem } from '#contract/removals.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { removedItemsOptions, useRestore } from './queries.ts';

const REASONS: Record<RemovalReason, string> = {
  by_seller: 'Deleted by the seller',
  reported: 'Removed after reports',
  seller_removed: 'Seller removed',
  by_admin: 'Removed by an admin',
  refunded: 'Refunded',
  reported_lost: 'Reported lost',
  sold_elsewhere: 'Sold elsewhere',
  seen_photos: 'Used another seller’s photo',
  listed_again: 'Listed again',
};

const SORTS = { '': 'Last removed first', oldest: 'First removed first' };

const COLUMNS: Column<RemovedItem>[] = [
  { header: 'Image', card: 'image', cell: (item) => <Picture item={item} /> },
  { header: 'Name', card: 'title', cell: (item) => <span className="font-medium">{item.name}</span> },
  { header: 'Email', card: 'line', cell: (item) => <EmailLink address={item.email} /> },
  { header: 'Reason', card: 'line', cell: (item) => REASONS[item.reason] },
  { header: 'Removed', card: 'line', cell: (item) => <Moment iso={item.removedAt} className="text-sm text-muted @3xl:whitespace-nowrap" /> },
  { header: 'Restore', hideHeader: true, card: 'foot', cell: (item) => <RestoreButton item={item} /> },
];

export function RemovedItemsTable() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(removedItemsOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Removed Items"
      find={{ filter, label: 'Phone, person or email', sorts: SORTS }}
      heading={counted('Removed Items', { one: 'Removed Item' })}
      failed="We couldn’t load the removed items."
      empty={<EmptyState title="No removed items">Listings and people removed in the last 30 days appear here. You can restore them.</EmptyState>}
    >
      {(items) => <DataTable caption="Removed items" columns={COLUMNS} rows={items} rowKey={(item) => `${item.kind}:${item._id}`} />}
    </PagedList>
  );
}

function RestoreButton({ item }: { item: RemovedItem }) {
  const restore = useRestore();
  const send = useSingleFlight(() => restore.mutateAsync(item).catch(() => null));
  return (
    <Button variant="secondary" size="small" aria-label={`Restore ${item.name}`} busy={restore.isPending} onClick={() => void send()}>
      Restore
    </Button>
  );
}

function Picture({ item }: { item: RemovedItem }) {
  return item.image === null ? (
    <span className="grid size-16 place-items-center rounded-xl bg-sunken text-muted">
      <Icon name="user-round" className="size-7" />
    </span>
  ) : (
    <ListingImage address={item.image} alt="" sizes="4rem" className="size-16 rounded-xl" />
  );
}
