import { z } from 'zod';
import { DiscountState } from './first-purchase.ts';
import { Fulfillment, FulfillmentReason, FulfillmentState } from './fulfillment.ts';
import { forEachKey, TEXT_KEYS } from './listing-fields.ts';
import { DisputeOutcome } from './payments/disputes.ts';
import { CONDITION_QUESTION_KEYS } from './shared/condition-answers.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { ListQuery } from './shared/paging.ts';
import { Inserted, Moment } from './shared/replies.ts';
import { SPECIFICATION_KEYS } from './shared/specification.ts';
import { Id, requiredTypedText } from './shared/text.ts';

/** An order's state; `paying`: a payment was started, and the phone is reserved. */
export const OrderState = z.enum(['booked', 'paying', 'paid', 'closed', 'refunding', 'refunded']);
export type OrderState = z.infer<typeof OrderState>;

/** Why an order can no longer be paid. */
export const ClosedReason = z.enum([
  'sold_to_another',
  'listing_removed',
  'sold_elsewhere',
  'agreement_over',
  'buyer_removed',
  'refunded_by_admin',
  'sale_canceled',
  'refunded_after_problem',
  'payment_reversed',
  'canceled',
]);
export type ClosedReason = z.infer<typeof ClosedReason>;

/** Why an order's state changed. */
export const HistoryReason = z.enum([
  'booked',
  'payment_begun',
  'hold_over',
  'off_sale',
  'repriced',
  'let_go',
  'payment_arrived',
  ...ClosedReason.options,
  'payment_too_late',
  'money_back',
  'refund_failed',
]);
export type HistoryReason = z.infer<typeof HistoryReason>;

/** Who changed it: `provider` is the card provider, `shop` is the shop's software. */
export const ActorRole = z.enum(['buyer', 'seller', 'admin', 'provider', 'shop']);
export type ActorRole = z.infer<typeof ActorRole>;

/** One change of an order's state, or of its fulfillment's. */
export const HistoryEntry = z.object({
  /** Counted from 1. */
  step: z.int().positive(),
  state: z.union([OrderState, FulfillmentState]),
  why: z.union([HistoryReason, FulfillmentReason]),
  by: ActorRole,
  /** What they wrote about it. */
  note: z.string().nullable(),
  at: Moment,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Whether somebody can buy a phone. `hidden`: the shop doesn't show it for now; it may come back. */
export const ProductStatus = z.enum(['available', 'paused', 'hidden', 'sold', 'gone']);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** A seller, as the buyer who paid them sees them. `gone`: they deleted their account or were removed; then `phone` and `email` are blank. */
export const SellerContact = z.object({ name: z.string(), phone: z.string(), email: z.string(), gone: z.boolean() });
export type SellerContact = z.infer<typeof SellerContact>;

export const Booking = z.object({
  _id: z.string(),
  productId: z.string(),
  productStatus: ProductStatus,
  ProductName: z.string(),
  image: z.string(),
  storage: z.string(),
  color: z.string(),
  /** What the buyer pays. */
  price: Amount,
  /** The seller's price, and what the first-purchase discount takes off it. */
  listPrice: Amount,
  /** The price that the listing has now; null unless it differs from `listPrice` while the order is unpaid. */
  priceNow: Amount.nullable(),
  /** Until when `listPrice`, which buyer and seller agreed on, is the buyer's; null when nothing was agreed. */
  agreedUntil: Moment.nullable(),
  discount: Amount,
  discountState: DiscountState,
  buyerName: z.string(),
  email: z.string(),
  phone: z.string(),
  meeting_location: z.string(),
  paid: z.boolean(),
  state: OrderState,
  bookedAt: Moment,
  /** The provider's id of the payment. */
  transactionId: z.string().nullable(),
  closedReason: ClosedReason.nullable(),
  /** The buyer has been or will be refunded, without doing anything. */
  refunded: z.boolean(),
  /** Until when the phone is reserved for this order; null when it isn't. */
  heldUntil: Moment.nullable(),
  /** Whether the buyer is on the waitlist. */
  waiting: z.boolean(),
  /** The state of the buyer's dispute with their bank; null when there is none. */
  dispute: DisputeOutcome.nullable(),
  /** Their place on the waitlist, counted from 1, and when their turn comes at the latest; null when they aren't on it. */
  line: z.object({ place: z.int().positive(), turnBy: Moment }).nullable(),
  /** How to reach the seller; null unless the order is paid. */
  seller: SellerContact.nullable(),
  /** The last four digits of the phone's IMEI; null unless the order is paid and the shop knows them. */
  imeiLast4: z.string().nullable(),
  /** Where the order stands since it was paid; null before. */
  fulfillment: Fulfillment.nullable(),
  /** The buyer can write a review of the seller, and hasn't yet. */
  mayReview: z.boolean(),
});
export type Booking = z.infer<typeof Booking>;

/** Somebody's part in an order. */
export const OrderSide = z.enum(['buyer', 'seller']);
export type OrderSide = z.infer<typeof OrderSide>;

/**
 * A side of a paid order. A buyer's `email` is nobody's business but the shop's. `gone`: they deleted their account or were removed. `phone` and `email` are
 * blank then, and once the sale was refunded.
 */
export const OrderContact = SellerContact.extend({ _id: z.string() });
export type OrderContact = z.infer<typeof OrderContact>;

/** What a seller may know of their buyer: to how many meetings they came, of how many, and what sellers who met them gave; null without reviews. */
export const BuyerRecord = z.object({
  kept: z.int().nonnegative(),
  all: z.int().nonnegative(),
  rating: z.object({ average: z.number(), count: z.int().positive() }).nullable(),
});
export type BuyerRecord = z.infer<typeof BuyerRecord>;

/** A paid order, as its buyer or its seller sees it. */
export const PaidOrder = z.object({
  _id: z.string(),
  /** The caller's part in it. */
  side: OrderSide,
  productId: z.string(),
  ProductName: z.string(),
  image: z.string(),
  storage: z.string(),
  color: z.string(),
  /** The seller's price, and what the buyer paid. */
  price: Amount,
  charged: Amount,
  state: OrderState,
  paidAt: Moment,
  /** Where the buyer wanted to meet when they booked. */
  meeting_location: z.string(),
  /** Where the phone is, according to its listing as it was booked. */
  location: z.string(),
  imeiLast4: z.string().nullable(),
  buyer: OrderContact,
  seller: OrderContact,
  /** For the seller alone; null for the buyer. */
  buyerRecord: BuyerRecord.nullable(),
  /** The state of the buyer's dispute with their bank; null when there is none. */
  dispute: DisputeOutcome.nullable(),
  paidOutAt: Moment.nullable(),
  fulfillment: Fulfillment,
  /** Whether the phone was handed over, or one side has confirmed that it was. */
  isWithBuyer: z.boolean(),
  /** Whether somebody ever reported a problem with it. */
  hasProblem: z.boolean(),
});
export type PaidOrder = z.infer<typeof PaidOrder>;

/** Empty in orders from before listings had this field. */
const Promised = z.string().default('');

/** A listing as it was when it was booked: what its seller promised. */
export const BookedTerms = z
  .object({ ...forEachKey(TEXT_KEYS, () => Promised), image: z.string(), photos: z.array(z.string()), resale_price: Amount, original_price: Amount })
  .extend({
    specification: z.object(forEachKey(SPECIFICATION_KEYS, () => Promised)),
    answers: z.object(forEachKey(CONDITION_QUESTION_KEYS, () => Promised)),
    imeiLast4: z.string().nullable().default(null),
  })
  .omit({ mobile_number: true });
export type BookedTerms = z.infer<typeof BookedTerms>;

/** What a buyer enters. Other fields in the body are ignored. */
export const BookingInput = z.object(
  {
    productId: Id,
    phone: requiredTypedText('Phone number', 200),
    meeting_location: requiredTypedText('Meeting location', 200),
  },
  'A booking is required.',
);
export type BookingInput = z.output<typeof BookingInput>;

const OrderParams = z.object({ orderId: Id });

export const orderCalls = {
  'GET /bookings': {
    summary: 'Lists the caller’s bookings, newest first; `search` finds words of the phone’s name, the meeting location or the seller’s name.',
    access: 'signed-in',
    rows: 'own-address',
    query: ListQuery.extend({ email: z.string().trim().toLowerCase().max(254).optional() }),
    reply: z.array(Booking),
    paged: true,
  },
  'POST /bookings': {
    summary: 'Books a phone. A buyer can book a phone only once, and not their own.',
    access: 'signed-in',
    rows: 'none',
    cookie: true,
    limit: 'booking',
    body: BookingInput,
    reply: Inserted,
  },
  'GET /payment/:orderId': {
    summary: 'Returns the caller’s own order.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Booking,
  },
  'GET /orders/:orderId': {
    summary: 'Returns a paid order to its buyer or its seller: where it stands, and how to reach the other side.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: PaidOrder,
  },
  'GET /orders/:orderId/history': {
    summary: 'Returns the history of an order to its buyer and, from the payment on, to its seller, oldest entry first. Admins can see any order.',
    access: 'signed-in',
    rows: 'own-or-admin',
    params: OrderParams,
    reply: z.array(HistoryEntry),
  },
} as const satisfies Record<string, Endpoint>;
