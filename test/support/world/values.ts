import { fieldOf, forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/listings.ts';

// Valid people, listings, bookings and cards, for every test that needs one.

/** The password of everyone who has one. */
export const PASSWORD = 'practice123';

/** The picture of listings that name no other: `insertFrontPicture` adds it to a shop. */
export const FRONT_ID = '01990000-0000-7000-8000-000000000001';
export const FRONT = pictureAddress(FRONT_ID);

/** The price of listings that name no other, in dollars. */
export const PRICE = 289;

let people = 0;

/** A practice card whose payments succeed. */
const GOOD_CARD = '4242424242424242';

export function pictureAddress(id: string): string {
  return `/images/${id}/1280.webp`;
}

/** A unique name and email address. */
export function newPerson(): { name: string; email: string } {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@example.test` };
}

/** What a seller sends to list a phone, with every text field; `changes` replace fields. */
export function listingInput(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Samsung',
    image: FRONT,
    ...forEachKey(TEXT_KEYS, (key) => `${fieldOf(key).label} as the seller says`),
    location: 'Porto',
    brand: 'Samsung',
    model_name: 'Galaxy S21',
    resale_price: String(PRICE),
    original_price: '$799.00',
    year_of_use: '2',
    condition: 'Good',
    purchase_year: '2022',
    mobile_number: '+351 900 000 001',
    description: 'A phone that was looked after.',
    color: 'Phantom Gray',
    storage: '128 GB',
    specification: specification(),
    ...changes,
  };
}

/** All 25 facts of a specification. */
export function specification(): Record<string, string> {
  return Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, `${key} as the seller says`]));
}

/** What a buyer sends to book a phone. */
export function bookingInput(productId: string): Record<string, string> {
  return { productId, phone: '+351 911 111 111', meeting_location: 'Station hall' };
}

/** What the card form sends for a card. */
export function cardFields(number: string = GOOD_CARD): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  };
}

/** Returns the payment intent's id inside a client secret. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
