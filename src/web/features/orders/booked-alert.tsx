import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatExact } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { orderOptions } from './queries.ts';

type BookedAlertProps = {
  modelName: string;
  orderId: string | null;
  /** Sellers and admins have no My Orders: this link is their way to pay. */
  hasMyOrders: boolean;
  /** The price that the page showed first. */
  shownPrice: number;
};

/** Confirms the booking and says what comes next. Takes the focus from the form it replaces. */
export function BookedAlert({ modelName, orderId, hasMyOrders, shownPrice }: BookedAlertProps) {
  const { api } = useApp();
  const { data: order } = useQuery({ ...orderOptions(api, orderId ?? ''), enabled: orderId !== null });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-2xl bg-good-soft p-6">
      <Icon name="circle-check" className="size-10 text-good" />
      <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
        You’ve booked {modelName}
      </h2>
      <p role="status" className="-mt-4 font-medium not-empty:mt-0">
        {order?.agreedUntil === null &&
          order.listPrice !== shownPrice &&
          `The seller changed the price from ${formatExact(shownPrice)} to ${formatExact(order.listPrice)} while you were on this page. Your order has the new price.`}
      </p>
      <p>A booking doesn’t reserve the phone: it stays on sale until someone pays. Pay now to make it yours.</p>
      <div className="flex flex-wrap gap-3">
        {orderId && <ButtonLink to={`/dashboard/payment/${encodeURIComponent(orderId)}`}>Go to payment</ButtonLink>}
        {hasMyOrders && (
          <ButtonLink to="/dashboard/myOrders" variant="secondary">
            My Orders
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
