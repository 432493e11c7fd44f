import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { myProductsOptions } from '../../queries/listings.ts';
import { useDeleteListing } from '../../queries/removals.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge, PossessionBadge, TestedBadge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { PhoneName } from '../../ui/phone-name.tsx';
import { useApp } from '../../use-app.tsx';
import { BulkBar } from './own-listing-changes/bulk-bar.tsx';

const SORTS = { '': 'Newest first', oldest: 'Oldest first', lowtohigh: 'Price Low > High', hightolow: 'Price High > Low' };

type Actions = {
  /** The advertise button, from its own feature. */
  advertise: (listing: Listing) => ReactNode;
  /** A menu of what else can be done, from its own feature. */
  menu: (listing: Listing) => ReactNode;
  /** How many offers wait for an answer, from its own feature. */
  offers: (listing: Listing) => ReactNode;
};

type MyProductsTableProps = {
  email: string;
  /** What is hidden for now, from its own feature, or else what it is given. */
  hidden: (otherwise: ReactNode) => ReactNode;
};

export function MyProductsTable({ email, hidden, ...actions }: MyProductsTableProps & Actions) {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(myProductsOptions(api, email, filter));
  /** The ids of the chosen listings; null while none are being chosen. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return (
    <PagedList
      query={query}
      title="My Products"
      find={{ filter, label: 'Model or brand', sorts: SORTS }}
      heading={counted('My Products', { one: 'My Product' })}
      failed="We couldn’t load your products."
      empty={hidden(
        <EmptyState title="Nothing for sale yet" action={<ButtonLink to="/dashboard/addAProducts">Add A Product</ButtonLink>}>
          List your first phone. Have a photo and the phone’s settings page ready.
        </EmptyState>,
      )}
    >
      {(listings) => (
        <div className="grid gap-4">
          <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setChosen(chosen ? null : new Set())}>
            {chosen ? 'Done choosing' : 'Choose several'}
          </Button>
          {chosen && <BulkBar listings={listings} chosen={chosen} onDone={() => setChosen(new Set())} />}
          <DataTable
            caption="My products"
            columns={[...(chosen ? [choiceColumn(chosen, setChosen)] : []), ...columnsWith(actions)]}
            rows={listings}
            rowKey={(listing) => listing._id}
          />
          {hidden(null)}
        </div>
      )}
    </PagedList>
  );
}

function choiceColumn(chosen: ReadonlySet<string>, onChange: (chosen: ReadonlySet<string>) => void): Column<Listing> {
  const choose = (id: string, isChosen: boolean): void => onChange(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  return {
    header: 'Choose',
    hideHeader: true,
    card: 'foot',
    cell: (listing) =>
      listing.status !== 'sold' && (
        <Checkbox
          label="Choose"
          aria-label={`Choose ${listing.model_name}`}
          checked={chosen.has(listing._id)}
          onChange={({ currentTarget }) => choose(listing._id, currentTarget.checked)}
        />
      ),
  };
}

function columnsWith({ advertise, menu, offers }: Actions): Column<Listing>[] {
  return [
    { header: '#', card: 'hidden', cell: (_, index) => index + 1 },
    { header: 'Image', card: 'image', cell: (listing) => <ListingImage address={listing.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
    { header: 'Model name', card: 'title', cell: (listing) => <PhoneName name={<ListingLink listing={listing} />} phone={listing} /> },
    { header: 'Price', card: 'aside', cell: (listing) => <span className="font-semibold whitespace-nowrap">{formatPrice(listing.resale_price)}</span> },
    { header: 'Sales status', card: 'line', cell: (listing) => <SalesStatus listing={listing} offers={offers(listing)} /> },
    { header: 'Advertise', hideHeader: true, card: 'action', cell: advertise },
    {
      header: 'Delete',
      hideHeader: true,
      card: 'more',
      cell: (listing) => (
        <span className="flex items-center gap-1 whitespace-nowrap [&>a]:px-3 [&>button]:px-3">
          <EditLink listing={listing} />
          <DeleteListingButton listing={listing} />
          {menu(listing)}
        </span>
      ),
    },
  ];
}

function ListingLink({ listing }: { listing: Listing }) {
  return (
    <Link to={`/selected-items-details/${encodeURIComponent(listing._id)}`} className={QUIET_LINK}>
      {listing.model_name}
    </Link>
  );
}

function SalesStatus({ listing, offers }: { listing: Listing; offers: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {listing.paused ? <Badge tone="warning">paused</Badge> : <Badge tone={listing.status === 'sold' ? 'neutral' : 'good'}>{listing.status}</Badge>}
      {listing.inHand && <PossessionBadge />}
      {listing.tested && <TestedBadge />}
      {offers}
    </span>
  );
}

function EditLink({ listing }: { listing: Listing }) {
  if (listing.status === 'sold') return null;
  return (
    <ButtonLink to={`/dashboard/edit/${encodeURIComponent(listing._id)}`} variant="secondary" size="small" aria-label={`Edit ${listing.model_name}`}>
      Edit
    </ButtonLink>
  );
}

function DeleteListingButton({ listing }: { listing: Listing }) {
  const remove = useDeleteListing();
  const sold = listing.status === 'sold';
  return (
    <DeleteButton
      name={listing.model_name}
      disabled={sold}
      title={sold ? 'A sold phone can’t be deleted' : undefined}
      onConfirm={() => remove.mutateAsync(listing).catch(() => null)}
    >
      The listing will be taken down and its unpaid bookings canceled. Buyers will see why.
    </DeleteButton>
  );
}
