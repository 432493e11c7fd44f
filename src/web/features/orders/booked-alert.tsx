import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type BookedAlertProps = {
  modelName: string;
  orderId: string | null;
  /** Sellers and admins have no My Orders: this link is their way to pay. */
  hasMyOrders: boolean;
};

/** Confirms the booking and says what comes next. Takes the focus from the form it replaces. */
export function BookedAlert({ modelName, orderId, hasMyOrders }: BookedAlertProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-2xl bg-good-soft p-6">
      <Icon name="circle-check" className="size-10 text-good" />
      <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
        You’ve booked {modelName}
      </h2>
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
