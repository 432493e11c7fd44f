import { message, price } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Listing = { id: string; model_name: string; price_cents: number };

/** To those who saved a phone: it costs less than before. */
export function priceDropped(listing: Listing, beforeCents: number): Words {
  return {
    kind: 'price_dropped',
    subject: message`${listing.model_name} now costs ${price(listing.price_cents)}`,
    text: message`The price of ${listing.model_name}, which you saved, went down from ${price(beforeCents)} to ${price(listing.price_cents)}.`,
    ...linkTo(listing),
  };
}

/** To those who saved a phone: it is on sale again. */
export function availableAgain(listing: Listing): Words {
  return {
    kind: 'available_again',
    subject: message`Available again: ${listing.model_name}`,
    text: message`${listing.model_name}, which you saved, is available again for ${price(listing.price_cents)}.`,
    ...linkTo(listing),
  };
}

const linkTo = ({ id }: Listing) => ({ path: `/selected-items-details/${id}`, label: 'See the phone' });
