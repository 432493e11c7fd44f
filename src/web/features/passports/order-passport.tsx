import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { passportPath } from '../../passport-name.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useApp } from '../../use-app.tsx';
import { describeOrderPassport } from './order-passport-text.ts';
import { orderPassportOptions } from './queries.ts';

type OrderPassportProps = {
  order: PaidOrder;
  /** Sells the phone on, from its own feature. */
  sell: ReactNode;
};

/** The passport of a sold phone, which becomes the buyer's with the handover. Renders nothing for a phone without one. */
export function OrderPassport({ order, sell }: OrderPassportProps) {
  const { api } = useApp();
  const { data: passport } = useQuery(orderPassportOptions(api, order._id, `${order.state} ${order.fulfillment.state}`));
  const isBuyers = order.side === 'buyer' && passport?.isYours === true;
  if (!passport) return order.side === 'buyer' && sell !== null ? <div className="justify-self-start">{sell}</div> : null;
  return (
    <section className="grid justify-items-start gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="order-passport">
      <h2 id="order-passport" className="text-xl">
        {isBuyers ? 'This phone’s passport is yours' : 'Device passport'}
      </h2>
      <p className="text-muted">{describeOrderPassport(order, passport)}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={passportPath(passport._id)} variant="secondary">
          View the passport
        </ButtonLink>
        {isBuyers && sell}
      </div>
    </section>
  );
}
