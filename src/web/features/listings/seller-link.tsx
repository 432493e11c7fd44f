import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { Link } from '../../router/index.ts';

type SellerLinkProps = { listing: Pick<Listing, 'sellerId'>; className?: string; children: ReactNode };

/** A seller's name, which leads to their page while they are here. */
export function SellerLink({ listing: { sellerId }, className, children }: SellerLinkProps) {
  if (sellerId === null) return <span className="min-w-0">{children}</span>;
  return (
    <Link to={`/seller/${sellerId}`} className={className}>
      {children}
    </Link>
  );
}
