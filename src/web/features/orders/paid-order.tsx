import type { PaidOrder } from '#contract/orders.ts';
import { Link } from '../../router/index.ts';
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

/** How to reach the other side. */
export function OtherSide({ order }: { order: PaidOrder }) {
  const isBuyer = order.side === 'buyer';
  const { name, phone, email } = isBuyer ? order.seller : order.buyer;
  return (
    <section className="grid gap-1 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="other-side">
      <h2 id="other-side" className="text-sm text-muted">
        {isBuyer ? 'Seller' : 'Buyer'}
      </h2>
      <p className="font-medium wrap-anywhere" dir="auto">
        {name}
      </p>
      <p className="flex flex-wrap gap-x-5">
        {phone !== '' && <PhoneLink number={phone} className={TAPPED} />}
        {email !== '' && <EmailLink address={email} className={TAPPED} />}
      </p>
    </section>
  );
}
