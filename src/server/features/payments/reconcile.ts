import type { Services } from '../../services.ts';
import { toLedgerEntries } from './dispute-rules.ts';
import { readDiscountedSales, readLedger } from './ledger-queries.ts';
import { type Books, compareBooks, type Difference } from './rules.ts';

export type Reconciliation = {
  charges: number;
  refunds: number;
  movements: number;
  discounts: number;
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
  /** What the shop adds to the charges of discounted sales that stand. */
  discountedCents: number;
  differences: Difference[];
};

/** Compares the shop's ledger with the provider's list, and its discounts with the shop's own sales. Throws `ProviderError` when the provider doesn't respond. */
export async function reconcile(services: Pick<Services, 'db' | 'payments'>): Promise<Reconciliation> {
  const ours = await readOurs(services);
  const theirs = await readTheirs(services, ours);
  return {
    charges: ours.charges.size,
    refunds: ours.refunds.size,
    movements: ours.disputes.size,
    discounts: ours.discounts.size,
    chargedCents: total(ours.charges),
    refundedCents: total(ours.refunds),
    disputedCents: lost(ours.disputes),
    discountedCents: total(ours.discounts),
    differences: compareBooks(ours, theirs),
  };
}

async function readOurs({ db, payments }: Pick<Services, 'db' | 'payments'>): Promise<Books> {
  const failed: string[] = [];
  const reversed: string[] = [];
  const books = emptyBooks();
  for (const { kind, reference, order_id, amount_cents, currency } of await readLedger(db, payments.kind)) {
    const booked = { orderId: order_id, amountCents: amount_cents, currency };
    if (kind === 'refund_failed') failed.push(reference);
    else if (kind === 'discount_reversal') reversed.push(reference);
    else if (kind === 'discount') books.discounts.set(reference, booked);
    else if (kind === 'charge') books.charges.set(reference, booked);
    else if (kind === 'refund') books.refunds.set(reference, booked);
    else books.disputes.set(nameOf(kind, reference), booked);
  }
  for (const reference of failed) books.refunds.delete(reference);
  for (const reference of reversed) books.discounts.delete(reference);
  return books;
}

const emptyBooks = (): Books => ({ charges: new Map(), refunds: new Map(), disputes: new Map(), discounts: new Map() });

/** Keyed by kind and the provider's id, since one movement of money may also have a fee. */
const nameOf = (kind: string, reference: string): string => `${kind} ${reference}`;

/** The provider's books for the shop: paid intents that name an order, and their refunds. The discounts are the shop's own, of its sales. */
async function readTheirs({ db, payments }: Pick<Services, 'db' | 'payments'>, ours: Books): Promise<Books> {
  const books = emptyBooks();
  for (const { intent_id, order_id, discount_cents, currency } of await readDiscountedSales(db, payments.kind))
    books.discounts.set(intent_id, { orderId: order_id, amountCents: discount_cents, currency });
  for await (const { id, orderId, amountCents, currency } of payments.listCharges()) {
    if (orderId !== null || ours.charges.has(id)) books.charges.set(id, { orderId, amountCents, currency });
  }
  for await (const { id, intentId, status, amountCents, currency } of payments.listRefunds()) {
    const charge = books.charges.get(intentId);
    if (charge && status === 'succeeded') books.refunds.set(id, { orderId: charge.orderId, amountCents, currency });
  }
  for await (const { intentId, movements } of payments.listDisputes()) {
    const charge = books.charges.get(intentId);
    if (!charge) continue;
    for (const { kind, reference, amount_cents, currency } of movements.flatMap(toLedgerEntries))
      books.disputes.set(nameOf(kind, reference), { orderId: charge.orderId, amountCents: amount_cents, currency });
  }
  return books;
}

const total = (side: Books['charges']): number => [...side.values()].reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What banks and providers took in disputes, less what came back. */
function lost(side: Books['disputes']): number {
  return [...side].reduce((sum, [name, { amountCents }]) => sum + (name.includes('reversal') ? -amountCents : amountCents), 0);
}
