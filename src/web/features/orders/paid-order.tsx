import type { PaidOrder } from '#contract/orders.ts';
import { isBeforeHandover, isNotHandedOver } from '#contract/shared/handover-states.ts';
import { Link } from '../../router/index.ts';
import { BuyerRecord } from '../../ui/buyer-record.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';

const TAPPED = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4 wrap-anywhere';

/** The phone of a paid order, and what was paid for it. */
export function OrderSummary({ order }: { order: PaidOrder }) {
  const { side, price, charged } = order;
  return (
    <Link
      to={`/selected-items-details/${encodeURIComponent(order.productId)}`}
      className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-3 md:p-4"
    >
      <ListingImage address={order.image} alt="" sizes="5rem" eager className="size-16 shrink-0 rounded-xl" />
      <span className="grid min-w-0 gap-0.5">
        <span className="line-clamp-2 font-display text-lg font-semibold">{order.ProductName}</span>
        <span className="line-clamp-1 text-sm text-muted">
          {order.storage} · {order.color}
        </span>
        <span className="font-semibold">{formatPrice(side === 'buyer' ? charged : price)}</span>
      </span>
    </Link>
  );
}

/** Whether the other side, who is no longer here, can't come to a meeting. */
export function isAlone({ side, buyer, seller, fulfillment: { state } }: PaidOrder): boolean {
  return (side === 'buyer' ? seller : buyer).gone && isNotHandedOver(state);
}

/** How to reach the other side. Before the handover it is part of the next step. */
export function OtherSide({ order }: { order: PaidOrder }) {
  if (isBeforeHandover(order.fulfillment.state)) return null;
  return (
    <section className="grid gap-1 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="other-side">
      <h2 id="other-side" className="text-sm text-muted">
        {order.side === 'buyer' ? 'Seller' : 'Buyer'}
      </h2>
      <Contacts order={order} />
    </section>
  );
}

export function Contacts({ order }: { order: PaidOrder }) {
  const { name, phone, email } = order.side === 'buyer' ? order.seller : order.buyer;
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="font-medium wrap-anywhere" dir="auto">
        {name}
      </span>
      {phone !== '' && <PhoneLink number={phone} className={TAPPED} />}
      {email !== '' && <EmailLink address={email} className={TAPPED} />}
      {order.buyerRecord && <BuyerRecord record={order.buyerRecord} className="basis-full" />}
    </p>
  );
}
