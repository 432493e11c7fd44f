import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Booking } from '#contract/orders.ts';
import { ApiError } from '../../api.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { closedSentence } from './closed-order.ts';
import { bookingsOptions } from './queries.ts';

type AboutOrder = { order: Booking; page: 'receipt' | 'payment'; text: string };

/** What can be done about an open order besides paying it. */
type OrderActions = (order: Booking) => ReactNode;

export function MyOrdersTable({ email, actions }: { email: string; actions: OrderActions }) {
  const { api } = useApp();
  const query = useInfiniteQuery(bookingsOptions(api, email));
  useSignOutWhenRefused(query.error);
  return (
    <PagedList
      query={query}
      title="My Orders"
      heading={heading}
      failed="We couldn’t load your orders."
      empty={
        <EmptyState title="No orders yet" action={<ButtonLink to="/#popular-brands">Find a phone</ButtonLink>}>
          Book a phone you like, then pay for it here. The first to pay gets it.
        </EmptyState>
      }
    >
      {(orders) => <DataTable caption="My orders" columns={columnsWith(actions)} rows={orders} rowKey={(order) => order._id} />}
    </PagedList>
  );
}

/** Signs out a user whose bookings the server refuses to show. */
function useSignOutWhenRefused(error: Error | null): void {
  const { session } = useApp();
  useEffect(() => {
    if (!error || !isSignInRefusal(error) || session.state().status !== 'signed-in') return;
    showError(error.message);
    void session.end();
  }, [error, session]);
}

const isSignInRefusal = (error: Error | null): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);

function heading(count: number): string {
  if (count === 0) return 'You have not order any product';
  return count === 1 ? 'My Order' : 'My Orders';
}

function columnsWith(actions: OrderActions): Column<Booking>[] {
  return [
    { header: '#', cell: (_, index) => index + 1 },
    { header: 'Product Image', cell: (order) => <ListingImage address={order.image} alt="" sizes="4rem" className="size-16 rounded-xl" /> },
    { header: 'Title', cell: (order) => <span className="font-medium">{order.ProductName}</span> },
    { header: 'Price', cell: (order) => formatPrice(order.price) },
    { header: 'Payment', cell: (order) => <PaymentState order={order} actions={actions} /> },
  ];
}

function PaymentState({ order, actions }: { order: Booking; actions: OrderActions }) {
  if (order.paid) {
    return (
      <span className="flex flex-wrap items-center gap-x-4">
        <Badge tone="good">Paid</Badge>
        {order.dispute === 'open' && <span className="text-sm text-warning">Your bank is reviewing this payment</span>}
        {order.dispute === 'lost' && <span className="text-sm text-muted">Your bank returned this payment</span>}
        <AboutOrder order={order} page="receipt" text="Receipt" />
      </span>
    );
  }
  const closed = closedSentence(order);
  if (closed) {
    return (
      <span className="grid justify-items-start">
        <span className="text-sm text-muted">{closed}</span>
        <span className="flex flex-wrap gap-x-4">
          <AboutOrder order={order} page="payment" text="What happened" />
          {order.refunded && <AboutOrder order={order} page="receipt" text="Receipt" />}
        </span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ButtonLink to={`/dashboard/payment/${encodeURIComponent(order._id)}`} size="small" aria-label={`Pay for ${order.ProductName}`}>
        Pay
      </ButtonLink>
      {order.heldUntil && <Badge tone="accent">Reserved for you</Badge>}
      {order.waiting && <Badge>On the waitlist</Badge>}
      {actions(order)}
    </span>
  );
}

/** Links to more about an order; its accessible name says which one. */
function AboutOrder({ order, page, text }: AboutOrder) {
  return (
    <Link
      to={`/dashboard/${page}/${encodeURIComponent(order._id)}`}
      aria-label={`${text}: ${order.ProductName}`}
      className="inline-flex min-h-11 items-center text-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {text}
    </Link>
  );
}
