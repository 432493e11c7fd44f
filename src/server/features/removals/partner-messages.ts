import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import { orderLink } from '../../messages/links.ts';
import { type Message, message } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string; state: FulfillmentState; due_at: number | null };

/** To the other side of a paid order that hasn't ended: an admin removed this person, and what comes next. */
export function partnerRemoved(order: Order, to: OrderSide): Words {
  const who = to === 'buyer' ? 'seller' : 'buyer';
  return {
    kind: 'partner_removed',
    subject: message`The ${who} of ${order.product_name} is no longer here`,
    text: message`We removed the account of the ${who} of ${order.product_name}, so they can’t do anything about your order anymore. ${nextStep(order, to)} The money is safe with us until then.`,
    ...orderLink(order),
  };
}

/** To the other side of a paid order that hasn't ended: this person is back, and the order goes on. */
export function partnerRestored(order: Order, to: OrderSide): Words {
  const who = to === 'buyer' ? 'seller' : 'buyer';
  const next =
    order.state === 'to_arrange'
      ? message`If you had agreed to meet, that meeting was called off. Propose a new one on the order’s page by ${dueOf(order)}, or cancel there.`
      : message`What comes next is on the order’s page.`;
  return {
    kind: 'partner_restored',
    subject: message`The ${who} of ${order.product_name} is back`,
    text: message`We checked again and restored the account of the ${who} of ${order.product_name}. Your order goes on. ${next}`,
    ...orderLink(order),
  };
}

const dueOf = ({ due_at }: Pick<Order, 'due_at'>): Message => (due_at === null ? message`its deadline` : message`${moment(due_at)}`);

function nextStep({ state, due_at }: Order, to: OrderSide): Message {
  const due = message`on ${dueOf({ due_at })}`;
  switch (state) {
    case 'to_arrange':
    case 'arranged':
    case 'no_show_reported':
      return to === 'buyer'
        ? message`Don’t meet them. Cancel on the order’s page for a full refund. If you do nothing, the sale is canceled ${due}.`
        : message`Don’t hand the phone over. Cancel on the order’s page. If you handed it over already, report a problem there instead. If you do nothing, the sale is canceled ${due}, the buyer gets a full refund, and you keep the phone.`;
    case 'confirming':
      return to === 'buyer'
        ? message`If you don’t have the phone, report a problem. Otherwise the handover counts as confirmed ${due}.`
        : message`If you didn’t hand the phone over, report a problem. Otherwise the handover counts as confirmed ${due}.`;
    case 'handed_over':
      return to === 'buyer'
        ? message`The phone is yours. If something’s wrong with it, report it on the order’s page. Otherwise the order is complete ${due}.`
        : message`The money is yours ${due}.`;
    case 'returning':
    case 'return_confirming':
      return to === 'buyer'
        ? message`They can’t take the phone back. Ask us to decide on the order’s page. If you do nothing, we decide after ${dueOf({ due_at })}.`
        : message`If they brought the phone back, confirm it on the order’s page. If they didn’t, you can ask us to decide. The return’s time is over ${due}.`;
    default:
      return message`The problem is still open. What happens next, ${due} at the latest, is on the order’s page.`;
  }
}
