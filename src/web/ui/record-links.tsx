import type { ReactNode } from 'react';
import { Link } from '../router/index.ts';
import { classNames } from './class-names.ts';

const LINK = 'underline decoration-line-strong underline-offset-4 wrap-anywhere hover:decoration-current';

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
export function OrderLink({ id, className, children }: Target) {
  return (
    <Link to={`/dashboard/adminOrders/${encodeURIComponent(id)}`} className={classNames(LINK, className)}>
      {children}
    </Link>
  );
}
