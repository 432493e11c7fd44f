import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportedItem } from '#contract/reports.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { reportedItemsOptions, useTakeDown } from './queries.ts';

const COLUMNS: Column<ReportedItem>[] = [
  { header: 'Image', card: 'image', cell: (item) => <ListingImage address={item.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
  {
    header: 'Name',
    card: 'title',
    cell: (item) => (
      <div className="grid gap-0.5">
        {item.hidden ? (
          <span className="font-medium">{item.model_name}</span>
        ) : (
          <Link to={`/selected-items-details/${item._id}`} className={`font-medium ${QUIET_LINK}`}>
            {item.model_name}
          </Link>
        )}
        <span className="text-sm wrap-anywhere text-muted">
          {item.hidden && 'Off the site for now · '}
          {item.reports === 1 ? '1 report' : `${item.reports} reports`} ·{' '}
          {item.sellerId === null ? item.seller_name : <PersonLink id={item.sellerId}>{item.seller_name}</PersonLink>} ·{' '}
          <EmailLink address={item.sellerEmail} />
        </span>
      </div>
    ),
  },
  { header: 'Delete', hideHeader: true, card: 'foot', cell: (item) => <TakeDownButton item={item} /> },
];

export function ReportedItemsTable() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(reportedItemsOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Reported Items"
      find={{ filter, label: 'Phone or seller' }}
      heading={counted('Reported Items', { one: 'Reported Item', none: 'No reported items' })}
      failed="We couldn’t load the reported items."
      empty={<EmptyState title="Nothing to review">Listings that people report appear here with the number of reports.</EmptyState>}
    >
      {(items) => <DataTable caption="Reported items" columns={COLUMNS} rows={items} rowKey={(item) => item._id} />}
    </PagedList>
  );
}

function TakeDownButton({ item }: { item: ReportedItem }) {
  const takeDown = useTakeDown();
  return (
    <DeleteButton name={item.model_name} onConfirm={() => takeDown.mutateAsync(item).catch(() => null)}>
      The listing will be taken down, its unpaid bookings canceled and its reports closed. You can undo this in Removed Items for 30 days.
    </DeleteButton>
  );
}
