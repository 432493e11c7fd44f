import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { ApiError } from '../api.ts';
import { CancelOrder } from '../features/cancellations/cancel-order.tsx';
import { RelistPhone } from '../features/cancellations/relist-phone.tsx';
import { MessageOrder } from '../features/conversations/message-order.tsx';
import { AcceptPhone } from '../features/fulfillment/accept-phone.tsx';
import { HandoverSection } from '../features/handover/handover-section.tsx';
import { MeetingSection } from '../features/meetings/meeting-section.tsx';
import { Checklist } from '../features/orders/meeting.tsx';
import { NextStep } from '../features/orders/next-step.tsx';
import { OrderHistory } from '../features/orders/order-history.tsx';
import { isAlone, OrderSummary, OtherSide } from '../features/orders/paid-order.tsx';
import { OrderPassport } from '../features/passports/order-passport.tsx';
import { PayoutSetup, usePayoutAccount } from '../features/payouts/payout-setup.tsx';
import { OrderTest } from '../features/phone-tests/order-test.tsx';
import { ProblemSection } from '../features/problems/problem-section.tsx';
import { OrderReviews } from '../features/reviews/order-reviews.tsx';
import { paidOrderOptions } from '../queries/orders.ts';
import { useParams } from '../router/index.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';
import { NotFound } from './not-found.tsx';
import { SellBought } from './sell-bought.tsx';

/** The other side may act at any moment. */
const REFRESH_MS = 5000;

/** Where a link leads that says so. */
const WRONG = 'something-wrong';

export function Page() {
  const { id = '' } = useParams();
  return <Order key={id} orderId={id} />;
}

function Order({ orderId }: { orderId: string }) {
  const { api } = useApp();
  const { data: order, error, refetch, isFetching } = useQuery({ ...paidOrderOptions(api, orderId), refetchInterval: REFRESH_MS });
  if (!order && error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <section className="flex max-w-xl flex-col gap-5">
      <h1 className="text-2xl">Order</h1>
      {order && <PaidOrderView order={order} />}
      {!order && error && <FailedRead message="We couldn’t load this order." onRetry={() => void refetch()} busy={isFetching} />}
      {!order && !error && <RowsSkeleton count={3} />}
    </section>
  );
}

function PaidOrderView({ order }: { order: PaidOrder }) {
  const { state } = order.fulfillment;
  const alone = isAlone(order);
  const isDisputed = order.dispute === 'open';
  const session = useSession();
  const next = useRef<HTMLElement>(null);
  const wrong = useRef<HTMLDivElement>(null);
  // The link on the payment page arrives before the order is loaded.
  useEffect(() => {
    if (window.location.hash === `#${WRONG}`) wrong.current?.scrollIntoView();
  }, []);
  return (
    <>
      <NextStep ref={next} order={order} />
      {alone && <CancelOrder order={order} />}
      {isToBePaid(order) && <Payouts />}
      <AcceptPhone order={order} next={next} />
      {(!alone || order.side === 'seller') && <HandoverSection order={order} isOffered={!alone && !isDisputed} />}
      {!(isDisputed && state === 'to_arrange') && <MeetingSection order={order} />}
      {!alone && <OrderTest order={order} />}
      <RelistPhone order={order} />
      <div ref={wrong} id={WRONG} className="scroll-mt-20 empty:hidden">
        <ProblemSection order={order} />
      </div>
      <OrderReviews order={order} />
      <OrderPassport
        order={order}
        sell={canSell(order) && session.status === 'signed-in' ? <SellBought order={order} email={session.identity.email} /> : null}
      />
      <OrderSummary order={order} />
      <OtherSide order={order} />
      {!(order.side === 'buyer' ? order.seller : order.buyer).gone && <MessageOrder order={order} />}
      {!alone && !isDisputed && ['to_arrange', 'arranged', 'confirming'].includes(state) && <Checklist side={order.side} order={order} />}
      {order.side === 'buyer' && (
        <ButtonLink to={`/dashboard/receipt/${encodeURIComponent(order._id)}`} variant="secondary" className="justify-self-start self-start">
          Receipt
        </ButtonLink>
      )}
      {!alone && <CancelOrder order={order} />}
      <OrderHistory orderId={order._id} state={`${order.state} ${state}`} seenBy={order.side === 'buyer' ? 'buyer' : 'other'} />
    </>
  );
}

/** Nothing is asked of the seller before. */
const isToBePaid = ({ side, state, fulfillment, paidOutAt, dispute }: PaidOrder): boolean =>
  side === 'seller' &&
  state === 'paid' &&
  paidOutAt === null &&
  dispute !== 'open' &&
  fulfillment.outcome !== 'refunded' &&
  ['handed_over', 'completed', 'decided'].includes(fulfillment.state);

/** What the seller has to do to be paid, if anything. */
function Payouts() {
  const { data } = usePayoutAccount();
  return data ? <PayoutSetup account={data} /> : null;
}

/** Nothing can take the phone from its buyer anymore. */
const canSell = ({ side, state, fulfillment }: PaidOrder): boolean =>
  side === 'buyer' && state === 'paid' && ['completed', 'decided'].includes(fulfillment.state);
