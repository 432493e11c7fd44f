import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrderDetails } from '#contract/lookups.ts';
import type { HistoryEntry } from '#contract/orders.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { ApiError } from '../../api.ts';
import { Link } from '../../router/index.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { HandoverRecord } from '../../ui/handover-record.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact, formatPrice } from '../../ui/money.ts';
import { ListingLink, PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { ORDER_STATES, stateOf, toSentence } from './labels.ts';
import { OrderMoney } from './order-money.tsx';
import { orderDetailsOptions } from './queries.ts';

/** Who did something, where it was nobody by name. */
const ACTORS: Record<HistoryEntry['by'], string> = {
  buyer: 'the buyer',
  seller: 'the seller',
  admin: 'an admin',
  provider: 'the card provider',
  shop: 'the shop',
};

const LINK = `${QUIET_LINK} wrap-anywhere`;

/** Everything about one order, for admins. */
export function OrderView({ orderId, about }: { orderId: string; about: (payment: PaymentRecord) => ReactNode }) {
  const { api } = useApp();
  const { data: order, error, refetch, isFetching } = useQuery(orderDetailsOptions(api, orderId));
  if (order) return <Order order={order} about={about} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Order not found" action={<ButtonLink to="/dashboard/find">Find an order</ButtonLink>}>
        There’s no order with this ID.
      </EmptyState>
    );
  }
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">Order</h1>
      {error ? <FailedRead message="We couldn’t load this order." onRetry={() => void refetch()} busy={isFetching} /> : <TableSkeleton />}
    </section>
  );
}

function Order({ order, about }: { order: OrderDetails; about: (payment: PaymentRecord) => ReactNode }) {
  return (
    <div className="grid gap-10">
      <Head order={order} />
      <div className="grid gap-6 md:grid-cols-2">
        <Side title="Buyer" person={order.buyer}>
          {order.phone !== '' && <PhoneLink number={order.phone} />}
          {order.email !== '' && <EmailLink address={order.email} />}
          {order.meeting_location !== '' && <span className="text-muted wrap-anywhere">Meeting place: {order.meeting_location}</span>}
        </Side>
        <Side title="Seller" person={order.seller}>
          <ListingLink id={order.listing._id} state={order.listing.state}>
            Listing
          </ListingLink>
          <span className="text-muted">{stateOf('listings', order.listing.state)}</span>
        </Side>
      </div>
      {order.fulfillment && <Handover order={order} fulfillment={order.fulfillment} />}
      <OrderMoney order={order} about={about} />
      <History entries={order.history} />
      {order.notifications.length > 0 && <Notifications rows={order.notifications} />}
    </div>
  );
}

function Head({ order }: { order: OrderDetails }) {
  const { tone, text } = ORDER_STATES[order.state];
  return (
    <header className="flex gap-4">
      <ListingImage address={order.listing.image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-xl" />
      <div className="grid min-w-0 content-start gap-1">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl wrap-anywhere">
          {order.ProductName}
          <Badge tone={tone}>{text}</Badge>
        </h1>
        <p>
          <span className="font-semibold">{formatPrice(order.price)}</span>
          {order.discount > 0 && (
            <span className="text-muted">
              {' '}
              ({formatExact(order.listPrice)} less {formatExact(order.discount)}, paid by the shop)
            </span>
          )}
          <span className="text-muted">
            {' '}
            · booked <Moment iso={order.at} />
          </span>
        </p>
        <p className="text-sm break-all text-muted">Order {order._id}</p>
      </div>
    </header>
  );
}

function Side({ title, person, children }: { title: string; person: OrderDetails['buyer']; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid content-start justify-items-start gap-1 rounded-2xl border border-line bg-surface p-4">
      <h2 className="text-base text-muted">{title}</h2>
      <PersonLink id={person._id} className="text-lg font-medium">
        {person.name}
      </PersonLink>
      {children}
    </section>
  );
}

function Handover({ order, fulfillment }: { order: OrderDetails; fulfillment: NonNullable<OrderDetails['fulfillment']> }) {
  const { state, dueAt, meetAt, meetPlace, handedOverAt, outcome, confirmationFrom } = fulfillment;
  return (
    <section className="grid gap-2" aria-label="Handover">
      <h2 className="text-xl">Handover</h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{confirmationFrom ? `The ${confirmationFrom}’s confirmation is missing` : toSentence((outcome ?? state).replaceAll('_', ' '))}</Badge>
        {dueAt && <span className="text-muted">next by {new Date(dueAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</span>}
      </p>
      {order.hasProblem && (
        <Link to={`/dashboard/problems/${encodeURIComponent(order._id)}`} className={`justify-self-start ${LINK}`}>
          What’s wrong, and what both say
        </Link>
      )}
      {meetAt && (
        <p className="wrap-anywhere">
          Meeting {new Date(meetAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          {meetPlace && `, ${meetPlace}`}
        </p>
      )}
      {handedOverAt && (
        <p>
          Handed over <Moment iso={handedOverAt} />
        </p>
      )}
      <HandoverRecord proofs={order.handover} />
    </section>
  );
}

function History({ entries }: { entries: OrderDetails['history'] }) {
  return (
    <section className="grid gap-3" aria-label="History">
      <h2 className="text-xl">History</h2>
      <ol className="grid gap-2">
        {entries.map(({ step, why, by, person, note, at }) => (
          <li key={step} className="grid gap-0.5 border-l-2 border-line pl-4">
            <span className="wrap-anywhere">
              {toSentence(why.replaceAll('_', ' '))} <span className="text-muted">· {person ? `${person.name} (${by})` : ACTORS[by]}</span>
            </span>
            {note && <span className="text-muted wrap-anywhere">“{note}”</span>}
            <Moment iso={at} className="text-sm text-muted" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Notifications({ rows }: { rows: OrderDetails['notifications'] }) {
  return (
    <section className="grid gap-3" aria-label="Notifications">
      <h2 className="text-xl">Notifications</h2>
      <ul className="grid gap-2">
        {rows.map(({ _id, to, subject, at, readAt }) => (
          <li key={_id} className="grid gap-0.5">
            <span className="wrap-anywhere">{subject}</span>
            <span className="text-sm text-muted">
              to {to.name}, <Moment iso={at} />
              {readAt ? ', read' : ', not read yet'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
