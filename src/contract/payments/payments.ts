import { z } from 'zod';
import { FulfillmentGlance } from '../fulfillment.ts';
import { BuyerRecord, OrderState } from '../orders.ts';
import { SalePayout } from '../payouts.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Amount, Price } from '../shared/money.ts';
import { ListQuery } from '../shared/paging.ts';
import { Inserted, Moment, Updated } from '../shared/replies.ts';
import { Id, requiredText } from '../shared/text.ts';
import { DisputeOutcome } from './disputes.ts';

/** The outcome of a payment: `kept` bought its phone; the others will be, or were, refunded in full. */
export const PaymentState = z.enum(['kept', 'refund_due', 'refunded']);
export type PaymentState = z.infer<typeof PaymentState>;

/** The card that made a payment. `brand` is the provider's word, such as `visa`. */
export const PaymentCard = z.object({ brand: z.string(), last4: z.string() });
export type PaymentCard = z.infer<typeof PaymentCard>;

/** A payment, as an admin sees it. */
export const PaymentRecord = z.object({
  _id: z.string(),
  orderId: z.string(),
  transactionId: z.string(),
  ProductName: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  email: z.string(),
  sellerId: z.string(),
  sellerName: z.string(),
  /** Whether the seller no longer has an account. */
  sellerGone: z.boolean(),
  amount: Amount,
  /** What of it was neither refunded in part nor taken back by a bank. */
  left: Amount,
  /** Null when the shop doesn't know it. */
  card: PaymentCard.nullable(),
  /** The seller's price: the shop adds the first-purchase discount to the amount. */
  listPrice: Amount,
  /** What the shop takes off it. */
  fee: Amount,
  state: PaymentState,
  at: Moment,
  refundedAt: Moment.nullable(),
  /** What an admin has to refund by hand, since it was refused again and again; null when there is nothing, or while a bank investigates. */
  refundByHand: Amount.nullable(),
  /** When the seller was paid; null until then. */
  paidOutAt: Moment.nullable(),
  /** Null until the order is completed, and for payments that bought nothing. */
  payout: SalePayout.nullable(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** A buyer's receipt. */
export const Receipt = z.object({
  orderId: z.string(),
  transactionId: z.string(),
  ProductName: z.string(),
  storage: z.string(),
  color: z.string(),
  /** The last four digits of the phone's IMEI; null when the shop doesn't know them. */
  imeiLast4: z.string().nullable(),
  /** The seller's price, the first-purchase discount, and what was paid. */
  listPrice: Amount,
  discount: Amount,
  amount: Amount,
  /** What of the amount was refunded in part. */
  refunded: Amount,
  /** ISO code, lower case. */
  currency: z.string(),
  card: PaymentCard.nullable(),
  buyerName: z.string(),
  email: z.string(),
  phone: z.string(),
  sellerName: z.string(),
  meeting_location: z.string(),
  paidAt: Moment,
  state: PaymentState,
  refundedAt: Moment.nullable(),
  /** The reason the shop gave for the refund. */
  refundNote: z.string().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

/** A phone that a seller sold. */
export const Sale = z.object({
  orderId: z.string(),
  productId: z.string(),
  ProductName: z.string(),
  image: z.string(),
  storage: z.string(),
  color: z.string(),
  /** The seller's price, and what the shop takes off it. */
  amount: Amount,
  fee: Amount,
  buyerName: z.string(),
  /** Whether the buyer no longer has an account. */
  gone: z.boolean(),
  phone: z.string(),
  buyerRecord: BuyerRecord,
  meeting_location: z.string(),
  state: OrderState,
  soldAt: Moment,
  paidOutAt: Moment.nullable(),
  /** Null until the order is completed. */
  payout: SalePayout.nullable(),
  /** The state of the buyer's dispute with their bank; null when there is none. */
  dispute: DisputeOutcome.nullable(),
  /** Where the order stands since it was paid. */
  fulfillment: FulfillmentGlance.nullable(),
});
export type Sale = z.infer<typeof Sale>;

/** A seller's totals. `disputed`: what buyers' banks have withdrawn. `due` is negative when a sale was refunded, or its dispute lost, after its payout. */
export const SalesSummary = z.object({
  sales: z.int().nonnegative(),
  sold: Amount,
  refunded: Amount,
  disputed: Amount,
  fees: Amount,
  paidOut: Amount,
  due: z.number(),
});
export type SalesSummary = z.infer<typeof SalesSummary>;

const OrderParams = z.object({ orderId: Id });

/** Why the shop refunds an order; shown to the buyer and the seller. */
export const RefundInput = z.object(
  {
    reason: requiredText('A reason', 500),
    /** Whether the phone goes back on sale; otherwise its listing is removed. */
    relist: z.boolean('Choose whether the phone goes back on sale.'),
  },
  'A refund is required.',
);

export const paymentCalls = {
  'POST /create-payment-intent': {
    summary: 'Reserves the order’s phone for its buyer (for 15 minutes, unless configured otherwise) and returns the client secret for the payment.',
    access: 'signed-in',
    rows: 'own',
    cookie: true,
    body: z.object({ price: Price('Price'), orderId: Id.optional() }, 'A price is required.'),
    /** `heldForMs` spares browsers relying on their clocks, which may be wrong. */
    reply: z.object({ clientSecret: z.string(), heldUntil: Moment, heldForMs: z.int().nonnegative() }),
  },
  'POST /payments/:productId': {
    summary: 'Confirms an order’s payment. The server asks the card provider whether it succeeded.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ productId: Id }),
    body: z.object({ orderId: Id, transactionId: Id }, 'A payment is required.'),
    reply: Inserted,
  },
  'POST /webhooks/payments': {
    summary: 'Receives signed webhook events from the card provider.',
    access: 'provider',
    rows: 'any',
    limit: 'none',
    reply: z.object({ received: z.literal(true) }),
  },
  'GET /payments': {
    summary:
      'Lists all payments received, newest first; `search` finds words of the phone’s, buyer’s or seller’s name, the buyer’s address, the transaction or the card’s last four digits.',
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(PaymentRecord),
    paged: true,
  },
  'POST /orders/:orderId/refund': {
    summary: 'Refunds a paid order in full, with a reason.',
    access: 'admin',
    rows: 'any',
    params: OrderParams,
    body: RefundInput,
    reply: Updated,
  },
  'POST /payments/:paymentId/refund': {
    summary: 'Notes that an admin refunded by hand what the card provider refuses to refund. 409 when there is nothing to refund by hand.',
    access: 'admin',
    rows: 'any',
    params: z.object({ paymentId: Id }),
    reply: Updated,
  },
  'GET /orders/:orderId/receipt': {
    summary: 'Returns the receipt for the caller’s own payment.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Receipt,
  },
  'GET /sales': {
    summary: 'Lists the caller’s sales, newest first; `search` finds words of the phone’s or buyer’s name, or the meeting location.',
    access: 'seller',
    rows: 'own-list',
    query: ListQuery,
    reply: z.array(Sale),
    paged: true,
  },
  'GET /sales/summary': {
    summary: 'Returns the totals of the caller’s sales.',
    access: 'seller',
    rows: 'own-list',
    reply: SalesSummary,
  },
} as const satisfies Record<string, Endpoint>;
