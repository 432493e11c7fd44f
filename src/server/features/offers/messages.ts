import { type Message, message, price } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

/** What a message says about an offer; `path` leads to the conversation or to the phone. */
type About = { productName: string; cents: number; path: string };

/** To the one whose turn it is, until a moment (epoch ms). */
export function offerReceived({ productName, cents, path }: About, { by, until }: { by: 'buyer' | 'seller'; until: number }): Words {
  return by === 'buyer'
    ? {
        kind: 'offer_received',
        subject: message`You have an offer: ${price(cents)} for ${productName}`,
        text: message`A buyer offers ${price(cents)} for your ${productName}. You can accept, name another price or decline until ${moment(until)}.`,
        path,
        label: 'Answer the offer',
      }
    : {
        kind: 'offer_received',
        subject: message`The seller of ${productName} asks for ${price(cents)}`,
        text: message`The seller answered your offer for ${productName}: they would take ${price(cents)}. You can accept, name another price or decline until ${moment(until)}.`,
        path,
        label: 'Answer the seller',
      };
}

type Agreed = { until: number; reservedUntil: number | null };

/** To the buyer: until when the price is theirs, and the phone (epoch ms); null when others come first. */
export function offerAccepted({ productName, cents, path }: About, { until, reservedUntil }: Agreed): Words {
  return {
    kind: 'offer_accepted',
    subject: message`Your price for ${productName}: ${price(cents)}`,
    text: message`You and the seller agreed on ${price(cents)} for ${productName}. ${placeOf({ until, reservedUntil })} Pay by ${moment(until)}; after that, the agreed price is no longer valid.`,
    path,
    label: 'Pay now',
  };
}

function placeOf({ until, reservedUntil }: Agreed): Message {
  if (reservedUntil === null) return message`Other buyers come first for now; pay as soon as it’s your turn.`;
  if (reservedUntil >= until) return message`The phone is reserved for you.`;
  return message`It’s your turn, and others are waiting: the phone is reserved for you only until ${moment(reservedUntil)}.`;
}

/** To the seller: until when the buyer can pay (epoch ms). */
export function offerAcceptedForSeller({ productName, cents, path }: About, until: number): Words {
  return {
    kind: 'offer_accepted',
    subject: message`Agreed: ${price(cents)} for ${productName}`,
    text: message`You and a buyer agreed on ${price(cents)} for your ${productName}. They have until ${moment(until)} to pay.`,
    path,
    label: 'View the conversation',
  };
}

/** To the one who made it. */
export function offerRefused({ productName, cents, path }: About, by: 'buyer' | 'seller'): Words {
  return {
    kind: 'offer_ended',
    subject: message`Your offer for ${productName} was declined`,
    text:
      by === 'buyer'
        ? message`The seller declined your offer of ${price(cents)} for ${productName}.`
        : message`The buyer doesn’t want to pay ${price(cents)} for your ${productName}.`,
    path,
    label: by === 'buyer' ? 'View the phone' : 'View the conversation',
  };
}

/** To the one who made it: nobody answered. */
export function offerExpired({ productName, cents, path }: About): Words {
  return {
    kind: 'offer_ended',
    subject: message`Your offer for ${productName} has expired`,
    text: message`Your offer of ${price(cents)} for ${productName} wasn’t answered in time.`,
    path,
    label: 'View the phone',
  };
}

/** To the buyer: an offer was open between them and the seller, and something else ended it. */
export function offerClosed({ productName, cents, path, label }: About & { label: string }, why: Message): Words {
  return {
    kind: 'offer_ended',
    subject: message`The offer for ${productName} is closed`,
    text: message`${why} So the offer of ${price(cents)} is closed.`,
    path,
    label,
  };
}
