import type { LedgerTable } from '../../db/tables/orders.ts';
import type { Services } from '../../services.ts';
import { findUnevenSales } from './balance-queries.ts';
import { toLedgerEntries } from './dispute-rules.ts';
import { readDiscountedSales, readLedger } from './ledger-queries.ts';
import { type Booked, type Books, compareBooks, type Difference } from './rules.ts';

export type Reconciliation = {
  /** How many entries of each kind the ledger has. */
  counts: Record<keyof Books, number>;
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
  /** What the shop adds to the charges of discounted sales that stand. */
  discountedCents: number;
  /** What was sent to sellers, less what was taken back. */
  transferredCents: number;
  differences: Difference[];
};

type Needs = Pick<Services, 'db' | 'payments' | 'payouts'>;

/**
 * Compares the shop's ledger with the providers' lists, its discounts with its own sales, and whether every sale that has ended adds up. Throws
 * `ProviderError` when a provider doesn't respond.
 */
export async function reconcile(services: Needs): Promise<Reconciliation> {
  const ours = await readOurs(services);
  const theirs = await readTheirs(services, ours);
  return {
    counts: Object.fromEntries(Object.entries(ours).map(([name, side]) => [name, side.size])) as Reconciliation['counts'],
    chargedCents: total(ours.charges),
    refundedCents: total(ours.refunds),
    disputedCents: lost(ours.disputes),
    discountedCents: total(ours.discounts),
    transferredCents: total(ours.transfers) - total(ours.reversals),
    differences: [...compareBooks(ours, theirs), ...(await findUneven(services))],
  };
}

/** Where an entry of the ledger belongs, and which other it reverses; null: it isn't compared with anything. */
const SIDES: Record<LedgerTable['kind'], { side: keyof Books; reverses?: true; name?: true } | null> = {
  charge: { side: 'charges' },
  refund: { side: 'refunds' },
  refund_failed: { side: 'refunds', reverses: true },
  discount: { side: 'discounts' },
  discount_reversal: { side: 'discounts', reverses: true },
  // One movement of money may also have a fee.
  dispute: { side: 'disputes', name: true },
  dispute_reversal: { side: 'disputes', name: true },
  dispute_fee: { side: 'disputes', name: true },
  dispute_fee_reversal: { side: 'disputes', name: true },
  fee: null,
  fee_reversal: null,
  transfer: { side: 'transfers' },
  transfer_reversal: { side: 'reversals' },
};

async function readOurs({ db, payments, payouts }: Needs): Promise<Books> {
  const books = emptyBooks();
  const undone: (() => void)[] = [];
  // What an admin paid by hand is on nobody's list.
  const providers = payouts.kind === 'by-hand' ? [payments.kind] : [payments.kind, payouts.kind];
  for (const { kind, reference, order_id, amount_cents, currency } of await readLedger(db, providers)) {
    const place = SIDES[kind];
    if (!place) continue;
    const side = books[place.side];
    if (place.reverses) undone.push(() => side.delete(reference));
    else side.set(place.name ? nameOf(kind, reference) : reference, { orderId: order_id, amountCents: amount_cents, currency });
  }
  for (const undo of undone) undo();
  return books;
}

function emptyBooks(): Books {
  return { charges: new Map(), refunds: new Map(), disputes: new Map(), discounts: new Map(), transfers: new Map(), reversals: new Map() };
}

/** Keyed by kind and the provider's id. */
const nameOf = (kind: string, reference: string): string => `${kind} ${reference}`;

/** The providers' books for the shop: paid intents that name an order, and what followed. The discounts are the shop's own, of its sales. */
async function readTheirs({ db, payments, payouts }: Needs, ours: Books): Promise<Books> {
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
  for await (const dispute of payments.listDisputes()) {
    const charge = books.charges.get(dispute.intentId);
    if (!charge) continue;
    for (const { kind, reference, amount_cents, currency } of toLedgerEntries(dispute))
      books.disputes.set(nameOf(kind, reference), { orderId: charge.orderId, amountCents: amount_cents, currency });
  }
  if (payouts.kind !== 'by-hand') await readTransfers(payouts, books);
  return books;
}

/** The transfers for the shop's orders; others of the same account at the provider aren't the shop's. */
async function readTransfers(payouts: Exclude<Services['payouts'], { kind: 'by-hand' }>, books: Books): Promise<void> {
  for await (const { id, name, orderId, amountCents, currency, reversals } of payouts.listTransfers()) {
    if (name === null) continue;
    books.transfers.set(id, { orderId, amountCents, currency });
    for (const reversal of reversals) books.reversals.set(reversal.id, { orderId, amountCents: reversal.amountCents, currency });
  }
}

async function findUneven({ db }: Needs): Promise<Difference[]> {
  const uneven = await findUnevenSales(db);
  return uneven.map(({ orderId, currency, sumCents, expectedCents }) => {
    const booked = (amountCents: number): Booked => ({ orderId, amountCents, currency });
    return { kind: 'sale', reference: orderId, orderId, ledger: booked(sumCents), provider: booked(expectedCents) };
  });
}

const total = (side: Books['charges']): number => [...side.values()].reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What banks and providers took in disputes, less what came back. */
function lost(side: Books['disputes']): number {
  return [...side].reduce((sum, [name, { amountCents }]) => sum + (name.includes('reversal') ? -amountCents : amountCents), 0);
}
