import { message, price } from '../../messages/message.ts';
import type { EmailMessage } from '../mail/index.ts';

type BookedOrder = { id: string; product_name: string; price_cents: number };
type Cost = { chargeCents: number; discountCents: number };

/** To the buyer: what they booked, and that the phone is only theirs once it is paid. */
export function bookedEmail(order: BookedOrder, { chargeCents, discountCents }: Cost): EmailMessage {
  const less = discountCents === 0 ? '' : message`, with ${price(discountCents)} off your first purchase`;
  return {
    kind: 'booked',
    subject: message`You booked ${order.product_name}`,
    text: message`${order.product_name} is in your orders for ${price(chargeCents)}${less}. Once you’ve paid, the seller gets your phone number and meeting place.\n\nOthers can book it too. It’s yours once you’ve paid.`,
    link: `/dashboard/payment/${order.id}`,
    label: 'Pay now',
  };
}

/** To the seller: somebody booked the phone. They learn whom to meet once it is paid. */
export function phoneBookedEmail(order: BookedOrder): EmailMessage {
  return {
    kind: 'phone_booked',
    subject: message`Someone booked your ${order.product_name}`,
    text: message`${{ order: order.id, part: 'buyer_name' }} booked your ${order.product_name} for ${price(order.price_cents)}. Please keep it for now. Once a buyer has paid, we’ll tell you whom to meet and where.`,
    link: '/dashboard/myProducts',
    label: 'View your phones',
  };
}
