import type { Services } from '../../services.ts';
import { readLedger } from './ledger-queries.ts';
import { type Books, compareBooks, type Difference } from './rules.ts';

export type Reconciliation = { charges: number; refunds: number; chargedCents: number; refundedCents: number; differences: Difference[] };

const readOurs = async ({ db, payments }: Pick<Services, 'db' | 'payments'>): Promise<Books> => {
  const failed: string[] = [];
  const books: Books = { charges: new Map(), refunds: new Map() };
  for (const { kind, reference, order_id, amount_cents, currency } of await readLedger(db, payments.kind)) {
    const side = kind === 'charge' ? books.charges : books.refunds;
    if (kind === 'refund_failed') failed.push(reference);
    else side.set(reference, { orderId: order_id, amountCents: amount_cents, currency });
  }
  for (const reference of failed) books.refunds.delete(reference);
  return books;
};

/** What the provider has of the shop's: intents that name an order and were paid, and what was given back of them. */
const readTheirs = async ({ payments }: Pick<Services, 'payments'>, ours: Books): Promise<Books> => {
  const books: Books = { charges: new Map(), refunds: new Map() };
  for await (const { id, orderId, amountCents, currency } of payments.listCharges()) {
    if (orderId !== null || ours.charges.has(id)) books.charges.set(id, { orderId, amountCents, currency });
  }
  for await (const { id, intentId, status, amountCents, currency } of payments.listRefunds()) {
    const charge = books.charges.get(intentId);
    if (charge && status === 'succeeded') books.refunds.set(id, { orderId: charge.orderId, amountCents, currency });
  }
  return books;
};

const total = (side: Books['charges']): number => [...side.values()].reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Holds the shop's ledger against the provider's list. Throws `ProviderFailed` when the provider does not answer. */
export const reconcile = async (services: Pick<Services, 'db' | 'payments'>): Promise<Reconciliation> => {
  const ours = await readOurs(services);
  const theirs = await readTheirs(services, ours);
  return {
    charges: ours.charges.size,
    refunds: ours.refunds.size,
    chargedCents: total(ours.charges),
    refundedCents: total(ours.refunds),
    differences: compareBooks(ours, theirs),
  };
};
