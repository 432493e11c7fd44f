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

const DeleteListingButton = ({ listing }: { listing: Listing }) => {
  const remove = useDeleteListing();
  const sold = listing.status === 'sold';
  return (
    <DeleteButton
      name={listing.model_name}
      disabled={sold}
      title={sold ? 'A sold phone can’t be deleted' : undefined}
      onConfirm={() => remove.mutateAsync(listing).catch(() => null)}
    >
      The listing leaves the shop, and unpaid bookings of it end. Their buyers see why.
    </DeleteButton>
  );
};

const columnsWith = (advertise: (listing: Listing) => ReactNode, inHand: (listing: Listing) => ReactNode): Column<Listing>[] => [
  { header: '#', cell: (_, index) => index + 1 },
  { header: 'Image', cell: (listing) => <ListingImage address={listing.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
  {
    header: 'Model name',
    cell: (listing) => (
      <Link
        to={`/selected-items-details/${encodeURIComponent(listing._id)}`}
        className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {listing.model_name}
      </Link>
    ),
  },
  { header: 'Price', cell: (listing) => formatPrice(listing.resale_price) },
  { header: 'Sales status', cell: (listing) => <Badge tone={listing.status === 'sold' ? 'neutral' : 'good'}>{listing.status}</Badge> },
  { header: 'Advertise', hideHeader: true, cell: advertise },
  { header: 'In hand', hideHeader: true, cell: inHand },
  { header: 'Delete', hideHeader: true, cell: (listing) => <DeleteListingButton listing={listing} /> },
];

const heading = (count: number, more: boolean): string => {
  if (count === 0) return 'You have not listed any product';
  return count === 1 && !more ? 'My Product' : `My Products (${count}${more ? '+' : ''})`;
};

type MyProductsTableProps = {
  email: string;
  /** The advertise button, from its own feature. */
  advertise: (listing: Listing) => ReactNode;
  /** What shows that the seller has the phone, from its own feature. */
  inHand: (listing: Listing) => ReactNode;
};

export const MyProductsTable = ({ email, advertise, inHand }: MyProductsTableProps) => {
  const { api } = useApp();
  const query = useInfiniteQuery(myProductsOptions(api, email));
  return (
    <PagedList
      query={query}
      title="My Products"
      heading={heading}
      failed="Your products can’t be read right now."
      empty={
        <EmptyState title="Nothing for sale yet" action={<ButtonLink to="/dashboard/addAProducts">Add A Product</ButtonLink>}>
          Have a picture and the phone’s settings page at hand: the form asks for everything a buyer wants to know.
        </EmptyState>
      }
    >
      {(listings) => <DataTable caption="My products" columns={columnsWith(advertise, inHand)} rows={listings} rowKey={(listing) => listing._id} />}
    </PagedList>
  );
};
