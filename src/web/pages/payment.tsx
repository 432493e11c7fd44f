import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Booking } from '#contract/orders.ts';
import { ApiError } from '../api.ts';
import { rolesOptions } from '../features/accounts/queries.ts';
import { BookAgain } from '../features/orders/book-again.tsx';
import { closedSentence, isBackOnSale } from '../features/orders/closed-order.ts';
import { DiscountLines } from '../features/orders/discount-note.tsx';
import { Meeting, MeetingChecklist } from '../features/orders/meeting.tsx';
import { OrderHistory } from '../features/orders/order-history.tsx';
import { PriceNow } from '../features/orders/price-now.tsx';
import { orderOptions } from '../features/orders/queries.ts';
import { PaidAlert } from '../features/payments/payment-outcome.tsx';
import { PaymentPanel } from '../features/payments/payment-panel.tsx';
import type { ChallengeReturn } from '../features/payments/use-payment.ts';
import { useNavigate, useParams, useSearchParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ListingImage } from '../ui/listing-image.tsx';
import { Price } from '../ui/price.tsx';
import { ProtectionLine } from '../ui/protection-line.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Steps } from '../ui/steps.tsx';
import { useApp, useSession } from '../use-app.tsx';
import { NotFound } from './not-found.tsx';

const WAITING_MS = 5000;

const STEPS = [
  'Pay, and the phone is yours: nobody else can buy it.',
  'See the seller’s number here, and agree on a time.',
  'Meet, check the phone, and take it home.',
];

export function Page() {
  const { id = '' } = useParams();
  return <Order key={id} orderId={id} />;
}

function Order({ orderId }: { orderId: string }) {
  const { api } = useApp();
  const {
    data: order,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...orderOptions(api, orderId),
    // On the waitlist, keeps checking whether the buyer's turn has come.
    refetchInterval: ({ state }) => (state.data?.waiting ? WAITING_MS : false),
  });
  if (!order && error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <section className="flex max-w-xl flex-col gap-5">
      <h1 className="text-2xl">Payment</h1>
      {order && (
        <>
          {!order.paid && <Summary order={order} />}
          {!order.paid && <DiscountLines order={order} />}
          <PriceNow order={order} />
          <Payment order={order} />
          {order.paid && <MeetingChecklist order={order} />}
          {order.paid && <Summary order={order} />}
          {order.paid && <DiscountLines order={order} />}
          <OrderHistory orderId={orderId} state={order.state} />
        </>
      )}
      {!order && error && <FailedRead message="We couldn’t load this order." onRetry={() => void refetch()} busy={isFetching} />}
      {!order && !error && <RowsSkeleton count={3} />}
    </section>
  );
}

function Summary({ order }: { order: Booking }) {
  return (
    <div className="max-md:min-[20rem]:sticky max-md:top-0 max-md:z-20 max-md:-my-2 max-md:bg-ground max-md:py-2">
      <div className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-3 md:p-4">
        <ListingImage address={order.image} alt={order.ProductName} sizes="8rem" eager className="size-16 shrink-0 rounded-xl md:size-28" />
        <div className="grid min-w-0 gap-0.5">
          <h2 className="line-clamp-2 text-lg md:text-xl">{order.ProductName}</h2>
          <Price resale={order.price} />
          <p className="line-clamp-2 text-sm text-muted">
            {order.storage} · {order.color}
          </p>
        </div>
      </div>
    </div>
  );
}

function Payment({ order }: { order: Booking }) {
  const challenge = useChallenge();
  const navigate = useNavigate();
  const ordersPath = useOrdersPath();
  // The order was paid or closed before this page was opened; one being paid here reports its own outcome.
  const [settled] = useState(order.paid || order.closedReason !== null);
  const closed = closedSentence(order);
  const next = <Meeting order={order} />;
  if (!settled) {
    return (
      <>
        <PaymentPanel
          order={order}
          challenge={challenge}
          next={next}
          onReleased={() => void navigate(ordersPath ?? `/selected-items-details/${order.productId}`)}
        />
        {!order.paid && order.closedReason === null && (
          <>
            <ProtectionLine />
            <Steps title="What happens next" steps={STEPS} />
          </>
        )}
      </>
    );
  }
  if (order.paid) {
    return (
      <PaidAlert title={challenge?.succeeded ? 'Congratulations!' : 'This order is paid'} order={order} transactionId={order.transactionId}>
        {next}
      </PaidAlert>
    );
  }
  return (
    <EmptyState title={closed ?? 'This order is closed'} action={isBackOnSale(order) && <BookAgain order={order} />}>
      This order can no longer be paid.{isBackOnSale(order) && ' The phone is on sale again.'}
    </EmptyState>
  );
}

/** Where the user's bookings are listed; null for admins, who have no such list. */
function useOrdersPath(): string | null {
  const { api } = useApp();
  const session = useSession();
  const email = session.status === 'signed-in' ? session.identity.email : '';
  const { data: roles } = useQuery({ ...rolesOptions(api, email), enabled: email !== '' });
  if (!roles || roles.isAdmin) return null;
  return roles.isSeller ? '/dashboard/myPurchases' : '/dashboard/myOrders';
}

/** Returns the result of the bank's challenge, and removes it from the address, so that a reload does not repeat it. */
function useChallenge(): ChallengeReturn | null {
  const [query, setQuery] = useSearchParams();
  const [challenge] = useState(() => readChallenge(query));
  const returned = query.has('payment_intent');
  useEffect(() => {
    if (returned) setQuery({}, { replace: true });
  }, [returned, setQuery]);
  return challenge;
}

function readChallenge(query: URLSearchParams): ChallengeReturn | null {
  const intentId = query.get('payment_intent');
  return intentId ? { intentId, succeeded: query.get('redirect_status') !== 'failed' } : null;
}
