import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Booking, ProductStatus } from '#contract/orders.ts';
import { isBeforeHandover, isNotHandedOver } from '#contract/shared/handover-states.ts';
import { Link } from '../../router/index.ts';
import { isRefusal } from '../../session/token-store.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PhoneLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { useListFilter } from '../../ui/list-bar.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';
import { OrderStateText } from '../../ui/order-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { PhoneName } from '../../ui/phone-name.tsx';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { BookAgain } from './book-again.tsx';
import { closedSentence, isBackOnSale } from './closed-order.ts';
import { DiscountNote } from './discount-note.tsx';
import { isNobodyToMeet } from './meeting.tsx';
import { PriceNow } from './price-now.tsx';
import { bookingsOptions } from './queries.ts';

type AboutOrder = { order: Booking; page: 'receipt' | 'payment' | 'orders'; text: string };

const PURCHASES = 'My Purchases';

/** What can be done about an open order besides paying it. */
type OrderActions = (order: Booking) => ReactNode;

/** What somebody booked; `isSellers`: for a seller, whose orders are their sales. */
export function MyOrdersTable({ email, actions, isSellers = false }: { email: string; actions: OrderActions; isSellers?: boolean }) {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(bookingsOptions(api, email, filter));
  useSignOutWhenRefused(query.error);
  return (
    <PagedList
      query={query}
      title={isSellers ? PURCHASES : 'My Orders'}
      find={{ filter, label: 'Phone, place or seller' }}
      heading={isSellers ? () => PURCHASES : heading}
      failed="We couldn’t load your orders."
      empty={
        <EmptyState title="No orders yet" action={<ButtonLink to="/#popular-brands">Find a phone</ButtonLink>}>
          Book a phone you like, then pay for it here. The first to pay gets it.
        </EmptyState>
      }
    >
      {(orders) => (
        <DataTable caption={isSellers ? PURCHASES : 'My orders'} columns={columnsWith(actions, orders)} rows={orders} rowKey={(order) => order._id} />
      )}
    </PagedList>
  );
}

/** Signs out a user whose bookings the server refuses to show. */
function useSignOutWhenRefused(error: Error | null): void {
  const { session } = useApp();
  useEffect(() => {
    if (!isRefusal(error) || session.state().status !== 'signed-in') return;
    showError(error.message);
    void session.end();
  }, [error, session]);
}

function heading(count: number): string {
  if (count === 0) return 'You have not order any product';
  return count === 1 ? 'My Order' : 'My Orders';
}

function columnsWith(actions: OrderActions, orders: readonly Booking[]): Column<Booking>[] {
  const open = new Set(orders.filter(({ closedReason }) => closedReason === null).map(({ productId }) => productId));
  const isBookable = (order: Booking): boolean => isBackOnSale(order) && !open.has(order.productId);
  return [
    { header: '#', card: 'hidden', cell: (_, index) => index + 1 },
    {
      header: 'Product Image',
      card: 'image',
      cell: (order) => <ListingImage address={order.image} alt="" sizes="4rem" className="size-16 rounded-xl" />,
    },
    {
      header: 'Title',
      card: 'title',
      cell: (order) => (
        <>
          <PhoneName name={order.ProductName} phone={order} />
          <DiscountNote order={order} />
          <PriceNow order={order} />
        </>
      ),
    },
    { header: 'Price', card: 'aside', cell: (order) => <span className="font-semibold whitespace-nowrap">{formatPrice(order.price)}</span> },
    { header: 'Payment', card: 'foot', cell: (order) => <PaymentState order={order} isBookable={isBookable(order)} actions={actions} /> },
  ];
}

function PaymentState({ order, isBookable, actions }: { order: Booking; isBookable: boolean; actions: OrderActions }) {
  if (order.paid) return <PaidOrder order={order} />;
  const closed = closedSentence(order);
  if (closed) {
    return (
      <div className="grid justify-items-start">
        <span className="text-sm text-muted">{closed}</span>
        <span className="flex flex-wrap gap-x-4">
          <AboutOrder order={order} page="payment" text="What happened" />
          {isBookable && <BookAgain order={order} />}
          {order.refunded && <AboutOrder order={order} page="receipt" text="Receipt" />}
          {order.mayReview && <AboutOrder order={order} page="orders" text="Rate your seller" />}
        </span>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <OpenState order={order} />
      <span className="flex flex-wrap items-center gap-2">
        {isPayable(order) && (
          <ButtonLink to={`/dashboard/payment/${encodeURIComponent(order._id)}`} size="small" aria-label={`Pay for ${order.ProductName}`}>
            Pay
          </ButtonLink>
        )}
        {actions(order)}
      </span>
    </div>
  );
}

function OpenState({ order }: { order: Booking }) {
  if (order.heldUntil) return <Badge tone="accent">Reserved for you</Badge>;
  if (order.waiting) return <Badge>On the waitlist</Badge>;
  return <span className="text-sm text-muted">{UNPAID[order.productStatus] ?? 'Not paid yet, so it’s still on sale'}</span>;
}

const UNPAID: Partial<Record<ProductStatus, string>> = {
  paused: 'The seller paused this listing. You can pay once it’s back on sale.',
  hidden: 'This listing is off the site for now. You can pay once it’s back on sale.',
};

/** A reserved phone can be paid for whatever becomes of its listing. */
const isPayable = ({ heldUntil, productStatus }: Booking): boolean => heldUntil !== null || UNPAID[productStatus] === undefined;

/** Whom to meet and where comes first; the payment page has the rest. */
function PaidOrder({ order }: { order: Booking }) {
  const isAlone = isNobodyToMeet(order);
  const isDisputed = order.dispute === 'open' && order.fulfillment !== null && isNotHandedOver(order.fulfillment.state);
  return (
    <div className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">Paid</Badge>
        {order.dispute === 'open' && <span className="text-sm text-warning">Your bank is reviewing this payment</span>}
        {order.dispute === 'lost' && <span className="text-sm text-muted">Your bank returned money to you</span>}
      </span>
      {order.fulfillment && !isAlone && !isDisputed && (
        <p className="font-medium">
          <OrderStateText fulfillment={order.fulfillment} side="buyer" />
        </p>
      )}
      {isAlone && <p className="text-sm">The seller no longer has an account. Don’t meet them.</p>}
      {order.seller && !order.seller.gone && !isDisputed && (order.fulfillment === null || isBeforeHandover(order.fulfillment.state)) && (
        <p className="text-sm">
          Meet {order.seller.name}. {placeOf(order)}{' '}
          {order.seller.phone !== '' && <PhoneLink number={order.seller.phone} className={`${QUIET_LINK} inline-block py-3`} />}
        </p>
      )}
      <span className="flex flex-wrap gap-x-4">
        <AboutOrder order={order} page="orders" text="View order" />
        {order.mayReview && <AboutOrder order={order} page="orders" text="Rate your seller" />}
        <AboutOrder order={order} page="receipt" text="Receipt" />
      </span>
    </div>
  );
}

/** Where to meet. While a proposed meeting waits for an answer, the place of the booking is out of date. */
function placeOf({ fulfillment, meeting_location }: Booking): string {
  if (fulfillment?.meetPlace) return `Place: ${fulfillment.meetPlace}.`;
  return fulfillment?.answerFrom ? '' : `You suggested: ${meeting_location}.`;
}

/** Links to more about an order; its accessible name says which one. */
function AboutOrder({ order, page, text }: AboutOrder) {
  return (
    <Link
      to={`/dashboard/${page}/${encodeURIComponent(order._id)}`}
      aria-label={`${text}: ${order.ProductName}`}
      className={`inline-flex min-h-11 items-center text-sm ${QUIET_LINK}`}
    >
      {text}
    </Link>
  );
}
