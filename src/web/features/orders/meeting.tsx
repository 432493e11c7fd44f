import type { ReactNode } from 'react';
import type { Booking } from '#contract/orders.ts';
import { isBeforeVerdict, isNotHandedOver } from '#contract/shared/handover-states.ts';
import { Link } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DateTime } from '../../ui/date-time.tsx';

const TAPPED = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4 wrap-anywhere';
const LINK = 'font-medium text-accent underline underline-offset-4 wrap-anywhere';

/** Whether the seller is no longer here and so can't come to a meeting. */
export const isNobodyToMeet = ({ seller, fulfillment }: Pick<Booking, 'seller' | 'fulfillment'>): boolean =>
  seller?.gone === true && fulfillment !== null && isNotHandedOver(fulfillment.state);

/** Where and when the buyer of a paid phone meets the seller, and how to reach them. */
export function Meeting({ order: { _id, meeting_location, seller, fulfillment } }: { order: Booking }) {
  if (isNobodyToMeet({ seller, fulfillment })) {
    return (
      <p>
        The seller no longer has an account. Don’t meet them.{' '}
        <Link to={`/dashboard/orders/${encodeURIComponent(_id)}`} className={TAPPED}>
          See what you can do
        </Link>
      </p>
    );
  }
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      <Line name={fulfillment?.meetPlace ? 'Where' : 'You suggested'}>
        <span className="font-medium" dir="auto">
          {fulfillment?.meetPlace ?? meeting_location}
        </span>
      </Line>
      <Line name="When">
        {fulfillment?.meetAt ? (
          <DateTime iso={fulfillment.meetAt} className="font-medium" />
        ) : (
          <>
            No time is set yet.{' '}
            <Link to={`/dashboard/orders/${encodeURIComponent(_id)}`} className={TAPPED}>
              Arrange the meeting
            </Link>
          </>
        )}
      </Line>
      {seller && (
        <>
          <Line name="Seller">
            <span dir="auto">{seller.name}</span>
          </Line>
          {seller.phone !== '' && (
            <Line name="Phone">
              <PhoneLink number={seller.phone} className={TAPPED} />
            </Line>
          )}
          {seller.email !== '' && (
            <Line name="Email">
              <EmailLink address={seller.email} className={TAPPED} />
            </Line>
          )}
        </>
      )}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** What to look at before taking the phone, and where to turn when something is wrong, as long as the buyer can report it. */
export function MeetingChecklist({ order }: { order: Booking }) {
  const state = order.fulfillment?.state;
  if (state === undefined || !isBeforeVerdict(state) || isNobodyToMeet(order)) return null;
  return (
    <>
      {state !== 'handed_over' && <Checklist side="buyer" order={order} />}
      <SomethingWrong order={order} />
    </>
  );
}

type Checked = Pick<Booking, 'productId' | 'imeiLast4'>;

/** What each side sees to, before and at the meeting. */
export function Checklist({ side, order }: { side: 'buyer' | 'seller'; order: Checked }) {
  return (
    <section className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="checklist">
      <h2 id="checklist" className="text-xl">
        {side === 'buyer' ? 'Before you take the phone' : 'Before you hand the phone over'}
      </h2>
      <ul className="grid list-disc gap-1.5 pl-5">{side === 'buyer' ? <BuyersChecks order={order} /> : <SellersChecks />}</ul>
    </section>
  );
}

function BuyersChecks({ order }: { order: Checked }) {
  return (
    <>
      <li>You meet in a busy public place, by day.</li>
      <li>It turns on, charges and makes a call.</li>
      <li>It’s unlocked: your own SIM card works in it.</li>
      <li>The seller’s account is removed, and the phone doesn’t ask for their password.</li>
      {order.imeiLast4 && <li>Its IMEI ends in {order.imeiLast4}. Dial *#06# to see it.</li>}
      <li>
        Its condition is as{' '}
        <Link to={`/selected-items-details/${encodeURIComponent(order.productId)}`} className={LINK}>
          described in the listing
        </Link>
        .
      </li>
      <li>You pay nothing else: the seller gets the money from us.</li>
    </>
  );
}

function SellersChecks() {
  return (
    <>
      <li>You meet in a busy public place, by day.</li>
      <li>Your data is saved elsewhere, and your SIM and memory cards are out.</li>
      <li>Your account is signed out and its activation lock is off.</li>
      <li>The phone is reset, and charged enough to be tried.</li>
      <li>You’ve brought what comes with it: charger, box, receipt.</li>
      <li>You keep the phone until the buyer’s code has confirmed the handover.</li>
    </>
  );
}

function SomethingWrong({ order }: { order: Booking }) {
  return (
    <section className="grid justify-items-start gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="wrong">
      <h2 id="wrong" className="text-xl">
        Something’s wrong?
      </h2>
      <p>Report it on your order. The seller has 72 hours to answer, and your money stays with us until it’s settled. Don’t pay the seller anything else.</p>
      <ButtonLink to={`/dashboard/orders/${encodeURIComponent(order._id)}#something-wrong`} variant="secondary">
        Something’s wrong
      </ButtonLink>
    </section>
  );
}
