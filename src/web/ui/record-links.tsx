import type { ReactNode } from 'react';
import { Link } from '../router/index.ts';
import { classNames } from './class-names.ts';
import { QUIET_LINK } from './link-classes.ts';

const LINK = `${QUIET_LINK} wrap-anywhere`;

type Target = { id: string; className?: string; children: ReactNode };

/** Leads an admin to a person's page. */
export function PersonLink({ id, className, children }: Target) {
  return (
    <Link to={`/dashboard/people/${encodeURIComponent(id)}`} className={classNames(LINK, className)}>
      {children}
    </Link>
  );
}

/** Leads an admin to an order's page. */
export function OrderLink({ id, children }: Omit<Target, 'className'>) {
  return (
    <Link to={`/dashboard/adminOrders/${encodeURIComponent(id)}`} className={classNames(LINK, 'font-medium')}>
      {children}
    </Link>
  );
}

/** States in which nobody is shown a listing's page. */
const HIDDEN = ['on_hold', 'suspended', 'removed'];

/** Leads an admin to a listing's page, unless that isn't shown. */
export function ListingLink({ id, state, className, children }: Target & { state: string }) {
  if (HIDDEN.includes(state)) return <span className={classNames('wrap-anywhere', className)}>{children}</span>;
  return (
    <Link to={`/selected-items-details/${encodeURIComponent(id)}`} className={classNames(LINK, className)}>
      {children}
    </Link>
  );
}

type NamedListing = { _id: string; model_name: string; status: string };

/** A listing's name, which leads to its page. */
export function ListingName({ listing: { _id, model_name, status } }: { listing: NamedListing }) {
  return (
    <ListingLink id={_id} state={status} className="font-medium">
      {model_name}
    </ListingLink>
  );
}
