import type { Db } from '../../db/tables.ts';
import type { ProviderDispute, Refund } from '../../ports/payments.ts';

/** The ids of those of a provider's disputes about the shop's payments that it doesn't know, or knows with fewer movements of money. */
export async function findMissedDisputes(db: Db, disputes: ProviderDispute[]): Promise<string[]> {
  const ids = disputes.map(({ id }) => id);
  const known = await db.selectFrom('disputes').select(['reference', 'movements']).where('reference', 'in', ids).execute();
  const movements = new Map(known.map((row) => [row.reference, row.movements]));
  const own = await findOwn(db, disputes);
  return disputes.filter((one) => own.has(one.intentId) && (movements.get(one.id) ?? -1) < one.movements.length).map(({ id }) => id);
}

/** The intents of those of a provider's refunds of the shop's payments that its ledger doesn't know as made, or as returned. */
export async function findMissedRefunds(db: Db, refunds: Refund[]): Promise<string[]> {
  const ids = refunds.map(({ id }) => id);
  const entries = db.selectFrom('ledger').select(['kind', 'reference']).where('kind', 'in', ['refund', 'refund_failed']);
  const known = new Set((await entries.where('reference', 'in', ids).execute()).map(({ kind, reference }) => `${kind} ${reference}`));
  const own = await findOwn(db, refunds);
  const isMissed = ({ id, status }: Refund): boolean => {
    if (status === 'failed') return known.has(`refund ${id}`) && !known.has(`refund_failed ${id}`);
    return status === 'succeeded' && !known.has(`refund ${id}`);
  };
  return [...new Set(refunds.filter((one) => own.has(one.intentId) && isMissed(one)).map(({ intentId }) => intentId))];
}

/** Those of these intents that paid the shop. */
async function findOwn(db: Db, about: { intentId: string }[]): Promise<Set<string>> {
  const intentIds = [...new Set(about.map(({ intentId }) => intentId))];
  const rows = await db.selectFrom('payments').select('intent_id').where('intent_id', 'in', intentIds).execute();
  return new Set(rows.map(({ intent_id }) => intent_id));
}
