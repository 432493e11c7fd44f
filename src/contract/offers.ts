import { z } from 'zod';
import { OrderSide, OrderState } from './orders.ts';
import { AGREED_HOURS, ANSWER_HOURS } from './shared/deadlines.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount, Price } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id, requiredTypedText } from './shared/text.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { AGREED_HOURS, ANSWER_HOURS };

/** What a buyer may offer. */
export const OFFER_LIMITS = {
  /** Offers that wait for an answer, of all listings. */
  open: 20,
  /** In 24 hours: for one listing, and for all. */
  perListing: 5,
  perDay: 50,
} as const;

/**
 * `countered`: answered by another offer; `closed`: the phone was sold or taken down, its listing changed, or its price fell to what was offered. Each
 * but `open` is final.
 */
export const OfferState = z.enum(['open', 'accepted', 'countered', 'refused', 'withdrawn', 'expired', 'closed']);
export type OfferState = z.infer<typeof OfferState>;

/** A price for a phone that one side of a conversation proposes to the other. */
export const Offer = z.object({
  _id: z.string(),
  productId: z.string(),
  productName: z.string(),
  productImage: z.string(),
  /** What the listing asks for now. */
  askingPrice: Amount,
  /** The caller's side, and whose offer it is. */
  side: OrderSide,
  by: OrderSide,
  price: Amount,
  state: OfferState,
  at: Moment,
  /** Until when it can be answered. */
  expiresAt: Moment,
  /** The other side: a seller's full name, a buyer's first name; null once they have left. */
  otherName: z.string().nullable(),
  /** Where the two write to each other; null when they don't yet. */
  conversationId: z.string().nullable(),
  /** The order that an accepted offer made, and until when the price is agreed. */
  order: z.object({ _id: z.string(), state: OrderState, agreedUntil: Moment.nullable() }).nullable(),
});
export type Offer = z.infer<typeof Offer>;

const OfferPrice = Price('Your offer');

/** A buyer's offer. The phone number and the meeting location become those of the booking when the seller accepts. */
export const OfferInput = z.object(
  {
    productId: Id,
    price: OfferPrice,
    phone: requiredTypedText('Phone number', 200),
    meeting_location: requiredTypedText('Meeting location', 200),
  },
  'An offer is required.',
);
export type OfferInput = z.output<typeof OfferInput>;

const ById = z.object({ id: Id });

export const offerCalls = {
  'GET /offers': {
    summary: 'Lists the offers that the caller made or got as a buyer, or as a seller, newest first; with `productId`, those for one listing.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery.extend({ side: OrderSide.default('buyer'), productId: Id.optional() }),
    reply: z.array(Offer),
    paged: true,
  },
  'GET /offers/waiting': {
    summary: 'Counts the offers that wait for the caller’s answer as a seller, by listing.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(z.object({ productId: z.string(), offers: z.int().positive() })),
  },
  'POST /offers': {
    summary: `Offers the seller of a listing less than they ask for. It can be answered for ${ANSWER_HOURS} hours, and takes the place of the caller’s earlier offer; the same offer again changes nothing while it can be answered. At most ${OFFER_LIMITS.open} can wait for an answer; at most ${OFFER_LIMITS.perListing} for one listing in 24 hours. An offer below what the seller wants at least comes back \`refused\`, and an offer of the seller’s stays open.`,
    access: 'signed-in',
    rows: 'none',
    limit: 'booking',
    body: OfferInput,
    reply: Offer,
  },
  'POST /offers/:id/counter': {
    summary:
      'Answers the other side’s latest offer by another price. A buyer’s answer below what the seller wants at least comes back `refused`, and the seller’s offer stays open.',
    access: 'signed-in',
    rows: 'own',
    limit: 'booking',
    params: ById,
    body: z.object({ price: OfferPrice }, 'A price is required.'),
    reply: Offer,
  },
  'POST /offers/:id/accept': {
    summary: `Accepts the other side’s latest offer. The phone is booked for the buyer at this price, for ${AGREED_HOURS} hours, and reserved for them that long, unless others have it reserved or wait for it: then the buyer joins the waitlist. Accepting again changes nothing.`,
    access: 'signed-in',
    rows: 'own',
    limit: 'booking',
    params: ById,
    reply: Offer,
  },
  'POST /offers/:id/refuse': {
    summary: 'Declines the other side’s latest offer.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Offer,
  },
  'POST /offers/:id/withdraw': {
    summary: 'Withdraws the caller’s own offer that nobody has answered.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Offer,
  },
  'GET /conversations/:id/offers': {
    summary: 'Lists the latest 100 offers of one of the caller’s conversations, newest first.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: z.array(Offer),
  },
  'GET /products/:id/lowestOffer': {
    summary:
      'Returns below which price offers for the caller’s own listing are refused at once; null when all of them reach the caller. Nobody else can read it.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: z.object({ price: Amount.nullable() }),
  },
  'PUT /products/:id/lowestOffer': {
    summary:
      'Sets or ends that price, which must be below the asking price: at or above it, every offer would be refused. Once the phone costs no more than that, all offers reach the caller.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: z.object({ price: Price('The lowest offer').nullable() }, 'A price is required.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
