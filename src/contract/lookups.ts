import { z } from 'zod';
import { Role } from './accounts/accounts.ts';
import { SignInSession } from './accounts/sign-ins.ts';
import { Fulfillment } from './fulfillment.ts';
import { HandoverProof } from './handover.ts';
import { HistoryEntry, OrderState } from './orders.ts';
import { Dispute } from './payments/disputes.ts';
import { PaymentRecord } from './payments/payments.ts';
import { OrderTest } from './phone-tests/phone-tests.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment } from './shared/replies.ts';
import { SearchText } from './shared/search-schema.ts';
import { Id } from './shared/text.ts';

/** How many rows of each kind a page shows at first. */
export const FIRST_ROWS = 10;

/** Somebody whose page an admin can open. */
export const PersonLink = z.object({ _id: z.string(), name: z.string() });
export type PersonLink = z.infer<typeof PersonLink>;

/** `deleted`: they deleted their account; `removed`: an admin removed them. */
export const PersonState = z.enum(['active', 'suspended', 'removed', 'deleted']);
export type PersonState = z.infer<typeof PersonState>;

/** A person, as an admin finds them. `email` is blank once they have deleted their account. */
export const FoundPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  since: Moment,
  verified: z.boolean(),
  state: PersonState,
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const FoundOrder = z.object({
  _id: z.string(),
  ProductName: z.string(),
  buyer: PersonLink,
  seller: PersonLink,
  /** What the buyer pays. */
  price: Amount,
  state: OrderState,
  at: Moment,
});
export type FoundOrder = z.infer<typeof FoundOrder>;

export const FoundKind = z.enum(['people', 'orders', 'payments']);
export type FoundKind = z.infer<typeof FoundKind>;

const pageOf = <T extends z.ZodType>(row: T) => z.object({ items: z.array(row), next: z.string().nullable() });

/** A page of each kind; `next` is the cursor of the following one. */
export const Found = z.object({ people: pageOf(FoundPerson), orders: pageOf(FoundOrder), payments: pageOf(PaymentRecord) });
export type Found = z.infer<typeof Found>;

/**
 * The lists on a person's page. `orders`: as the buyer; `sales`: paid orders, as the seller; `problems`: with either; `noShows`: meetings they missed;
 * `reviews`: about them; `reviewsReported`: which they wrote; `conversationsReported`: in which the other side reported them.
 */
export const RecordPart = z.enum([
  ...['listings', 'orders', 'sales', 'payments', 'problems', 'noShows', 'reviews', 'reviewsReported', 'conversationsReported'],
  ...['reportsMade', 'reportsReceived', 'decisions', 'signIns'],
] as const);
export type RecordPart = z.infer<typeof RecordPart>;

/** A row of one of these lists. */
export const PersonRecord = z.object({
  _id: z.string(),
  /** The phone, or the browser that somebody logged in with. */
  title: z.string(),
  /** A listing's, order's or payment's state, whether a report or problem is `open` or `closed`, a decision's kind, an answer, or what was done. */
  state: z.string(),
  amount: Amount.nullable(),
  /** The other side: a purchase's seller, a sale's buyer, who reported a listing, conversation or missed meeting, a review's author or subject. */
  person: PersonLink.nullable(),
  /** A reason in somebody's words, or the network of a login. */
  note: z.string().nullable(),
  listingId: z.string().nullable(),
  orderId: z.string().nullable(),
  at: Moment,
});
export type PersonRecord = z.infer<typeof PersonRecord>;

const RecordPage = pageOf(PersonRecord);
export type RecordPage = z.infer<typeof RecordPage>;

/** Everything about one person. */
export const PersonDetails = FoundPerson.extend({
  suspendedAt: Moment.nullable(),
  removedAt: Moment.nullable(),
  erasedAt: Moment.nullable(),
  /** Where they are logged in now. */
  sessions: z.array(SignInSession.omit({ current: true })),
  records: z.record(RecordPart, RecordPage),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

/** A line of the ledger. */
export const LedgerLine = z.object({ _id: z.string(), kind: z.string(), reference: z.string(), amount: Amount, at: Moment });
export type LedgerLine = z.infer<typeof LedgerLine>;

/** A notification about an order, to its buyer or seller. */
export const SentNotification = z.object({ _id: z.string(), to: PersonLink, subject: z.string(), at: Moment, readAt: Moment.nullable() });
export type SentNotification = z.infer<typeof SentNotification>;

/** Everything about one order. */
export const OrderDetails = FoundOrder.extend({
  listing: z.object({ _id: z.string(), image: z.string(), state: z.string() }),
  /** As the buyer entered it; blank once they have deleted their account. */
  phone: z.string(),
  email: z.string(),
  meeting_location: z.string(),
  listPrice: Amount,
  discount: Amount,
  paidAt: Moment.nullable(),
  paidOutAt: Moment.nullable(),
  /** Where it stands since it was paid; null before. */
  fulfillment: Fulfillment.nullable(),
  /** What both sides sent to prove the handover and the return. */
  handover: z.array(HandoverProof),
  /** The phone’s test on the listing, and the one at the meeting. */
  phoneTest: OrderTest,
  /** Somebody reported a problem, which may be over. */
  hasProblem: z.boolean(),
  history: z.array(HistoryEntry.extend({ person: PersonLink.nullable() })),
  payments: z.array(PaymentRecord),
  ledger: z.array(LedgerLine),
  disputes: z.array(Dispute),
  notifications: z.array(SentNotification),
});
export type OrderDetails = z.infer<typeof OrderDetails>;

const ById = z.object({ id: Id });

export const lookupCalls = {
  'GET /find': {
    summary:
      'Finds people, orders and payments by a name, an email address, a phone number, an amount, a card’s last four digits, or the ID of an order, payment or transaction. `kind` reads on in one of them.',
    access: 'admin',
    rows: 'any',
    query: z.object({
      search: SearchText,
      kind: FoundKind.optional(),
      limit: PageQuery.shape.limit.default(FIRST_ROWS),
      cursor: PageQuery.shape.cursor,
    }),
    reply: Found,
  },
  'GET /people/:id': {
    summary: 'Returns everything about a person, with the newest ten rows of each list.',
    access: 'admin',
    rows: 'any',
    params: ById,
    reply: PersonDetails,
  },
  'GET /people/:id/records': {
    summary: 'Lists one part of what is stored about a person, newest first.',
    access: 'admin',
    rows: 'any',
    params: ById,
    query: PageQuery.extend({ part: RecordPart }),
    reply: RecordPage,
  },
  'GET /orders/:orderId/details': {
    summary: 'Returns everything about an order: people, payments, ledger, history, notifications and disputes.',
    access: 'admin',
    rows: 'any',
    params: z.object({ orderId: Id }),
    reply: OrderDetails,
  },
} as const satisfies Record<string, Endpoint>;
