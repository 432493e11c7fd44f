import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { myProductsOptions } from '../../queries/listings.ts';
import { useDeleteListing } from '../../queries/removals.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';

type MyProductsTableProps = {
  email: string;
  /** The advertise button, from its own feature. */
  advertise: (listing: Listing) => ReactNode;
  /** The proof of possession, from its own feature. */
  possession: (listing: Listing) => ReactNode;
};

export function MyProductsTable({ email, advertise, possession }: MyProductsTableProps) {
  const { api } = useApp();
  const query = useInfiniteQuery(myProductsOptions(api, email));
  return (
    <PagedList
      query={query}
      title="My Products"
      heading={heading}
      failed="We couldn’t load your products."
      empty={
        <EmptyState title="Nothing for sale yet" action={<ButtonLink to="/dashboard/addAProducts">Add A Product</ButtonLink>}>
          List your first phone. Have a photo and the phone’s settings page ready.
        </EmptyState>
      }
    >
      {(listings) => <DataTable caption="My products" columns={columnsWith(advertise, possession)} rows={listings} rowKey={(listing) => listing._id} />}
    </PagedList>
  );
}

function heading(count: number, more: boolean): string {
  if (count === 0) return 'My Products';
  return count === 1 && !more ? 'My Product' : `My Products (${count}${more ? '+' : ''})`;
}

function columnsWith(advertise: (listing: Listing) => ReactNode, possession: (listing: Listing) => ReactNode): Column<Listing>[] {
  return [
    { header: '#', cell: (_, index) => index + 1 },
    { header: 'Image', cell: (listing) => <ListingImage address={listing.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
    {
      header: 'Model name',
      cell: (listing) => (
        <div className="grid justify-items-start gap-2">
          <Link
            to={`/selected-items-details/${encodeURIComponent(listing._id)}`}
            className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {listing.model_name}
          </Link>
          {possession(listing)}
        </div>
      ),
    },
    { header: 'Price', cell: (listing) => formatPrice(listing.resale_price) },
    { header: 'Sales status', cell: (listing) => <Badge tone={listing.status === 'sold' ? 'neutral' : 'good'}>{listing.status}</Badge> },
    { header: 'Advertise', hideHeader: true, cell: advertise },
    { header: 'Delete', hideHeader: true, cell: (listing) => <DeleteListingButton listing={listing} /> },
  ];
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
