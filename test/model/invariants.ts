import { TRANSITIONS } from '#server/features/orders/lifecycle.ts';
import type { Phone, World } from './world.ts';

/** Lists what is wrong with the payments of one phone once everything has ended; empty when all is well. */
export async function findBreaches({ db }: Pick<World, 'db'>, phone: Pick<Phone, 'listingId'>): Promise<string[]> {
  const breaches: string[] = [];
  const orders = await db.selectFrom('orders').selectAll().where('listing_id', '=', phone.listingId).execute();
  const ids = ['', ...orders.map(({ id }) => id)];
  const listing = await db.selectFrom('listings').selectAll().where('id', '=', phone.listingId).executeTakeFirstOrThrow();
  const begun = Math.min(Number.MAX_SAFE_INTEGER, ...orders.map(({ created_at }) => created_at));
  const intents = (await db.selectFrom('practice_intents').selectAll().where('created_at', '>=', begun).execute()).filter(({ details }) =>
    ids.includes((JSON.parse(details) as { metadata: { orderId?: string } }).metadata.orderId ?? ''),
  );
  const refunds = await db
    .selectFrom('practice_refunds')
    .selectAll()
    .where('intent_id', 'in', [...intents.map(({ id }) => id), ''])
    .execute();
  const payments = await db.selectFrom('payments').selectAll().where('order_id', 'in', ids).execute();
  const ledger = await db.selectFrom('ledger').selectAll().where('order_id', 'in', ids).execute();
  const pendingCancellation = await db.selectFrom('intents_pending_cancellation').selectAll().where('order_id', 'in', ids).execute();
  const history = await db.selectFrom('order_history').selectAll().where('order_id', 'in', ids).orderBy('order_id').orderBy('step').execute();

  // Money, according to the provider.
  const charged = intents.filter(({ status }) => status === 'succeeded');
  const stored = charged.filter(({ amount_refunded }) => amount_refunded === 0);
  if (stored.length > 1) breaches.push(`${stored.length} charges are kept for one phone`);
  for (const { id, amount, amount_refunded } of charged) if (amount_refunded !== 0 && amount_refunded !== amount) breaches.push(`${id} is refunded in part`);
  for (const [id, times] of count(refunds.map(({ intent_id }) => intent_id))) if (times > 1) breaches.push(`${id} was refunded ${times} times`);

  // Every kept charge has its phone, and every sold phone its charge.
  const paid = orders.filter(({ state }) => state === 'paid');
  for (const { id } of stored) if (!paid.some(({ intent_id }) => intent_id === id)) breaches.push(`${id} is kept without an order that it paid`);
  for (const { id, intent_id } of paid) if (!stored.some((intent) => intent.id === intent_id)) breaches.push(`order ${id} is paid without a kept charge`);
  if ((listing.sold_at !== null) !== paid.length > 0)
    breaches.push(`the listing is ${listing.sold_at === null ? 'not ' : ''}sold, and ${paid.length} orders are paid`);

  // Nothing is left pending.
  for (const { id, state } of orders) if (state === 'paying' || state === 'refunding') breaches.push(`order ${id} is still ${state}`);
  for (const { intent_id, state } of payments) if (state === 'refund_due') breaches.push(`${intent_id} is still to be refunded`);
  const reservations = await db.selectFrom('reservations').selectAll().where('listing_id', '=', phone.listingId).execute();
  // Whoever waits for a paused phone stays in line.
  for (const { order_id, ended_at, until } of reservations)
    if (ended_at === null && (until !== null || listing.removed_reason !== 'paused'))
      breaches.push(`order ${order_id} still ${until === null ? 'waits for its turn' : 'has the phone reserved'}`);
  for (const { order_id, outcome } of reservations) {
    const state = orders.find(({ id }) => id === order_id)?.state ?? '';
    // Whoever paid for a phone that was off sale, and was refunded, hasn't let the reservation lapse.
    if (outcome === 'paid' && !['paid', 'refunding', 'refunded'].includes(state) && !payments.some((payment) => payment.order_id === order_id))
      breaches.push(`a reservation of ${order_id} counts as paid, which is ${state}`);
    if (outcome === 'lapsed' && state === 'paid') breaches.push(`a reservation of ${order_id} counts as lapsed, which is paid`);
  }
  for (const { intent_id } of pendingCancellation) breaches.push(`${intent_id} is still to be ended`);
  const payable = new Set(['requires_payment_method', 'requires_action']);
  const known = new Set(orders.flatMap(({ intent_id }) => intent_id ?? []));
  for (const { id, status } of intents) if (payable.has(status) && known.has(id)) breaches.push(`${id} can still be paid`);
  if (listing.sold_at !== null) for (const { id, state } of orders) if (state === 'booked') breaches.push(`order ${id} can be paid, and its phone is sold`);
  if (listing.sold_at !== null && listing.reserved_by !== null) breaches.push('a sold phone is held');

  // The ledger matches the provider's list.
  const entries = ledger
    .filter(({ kind }) => !kind.startsWith('discount'))
    .map(({ kind, reference, amount_cents }) => `${kind} ${reference} ${amount_cents}`)
    .sort();
  const theirs = [...charged.map(({ id, amount }) => `charge ${id} ${amount}`), ...refunds.map(({ id, amount }) => `refund ${id} ${amount}`)].sort();
  if (entries.join() !== theirs.join()) breaches.push(`the ledger has [${entries}], the provider [${theirs}]`);

  // Every order followed the lifecycle's transitions.
  const arrows = new Set(Object.values(TRANSITIONS).flatMap(({ from, to }) => from.map((one) => `${one} ${to}`)));
  for (const { id, state } of orders) {
    const steps = history.filter(({ order_id }) => order_id === id);
    steps.forEach((step, at) => {
      const before = at === 0 ? null : (steps[at - 1]?.to_state ?? null);
      if (step.step !== at + 1 || step.from_state !== before) breaches.push(`the history of ${id} has a gap at ${step.step}`);
      if (step.from_state !== null && !arrows.has(`${step.from_state} ${step.to_state}`))
        breaches.push(`${id} went from ${step.from_state} to ${step.to_state}`);
    });
    if (steps.at(-1)?.to_state !== state) breaches.push(`order ${id} is ${state}, its history ends with ${steps.at(-1)?.to_state}`);
  }
  return breaches;
}

/** Lists what is wrong with the discounts of people who may have booked several phones; empty when all is well. */
export async function findDiscountBreaches({ db }: World, phones: Phone[]): Promise<string[]> {
  const breaches: string[] = [];
  const buyers = phones.flatMap((phone) => phone.buyers);
  const listingIds = phones.map(({ listingId }) => listingId);
  const orders = await db.selectFrom('orders').selectAll().where('listing_id', 'in', listingIds).execute();
  const ids = ['', ...orders.map(({ id }) => id)];
  const payments = await db.selectFrom('payments').selectAll().where('order_id', 'in', ids).execute();
  const ledger = await db.selectFrom('ledger').selectAll().where('order_id', 'in', ids).execute();
  const discounted: string[] = [];
  // A payment that arrives while its phone is off sale is refunded, and the booking stays open.
  const pauses = await db.selectFrom('audit_log').select('subject_id').where('subject_id', 'in', listingIds).where('act', '=', 'listing_paused').execute();
  const paused = pauses.map(({ subject_id }) => subject_id);
  for (const { id, listing_id, buyer_id, price_cents, discount_cents, state } of orders) {
    const [kept] = payments.filter((payment) => payment.order_id === id && payment.state === 'kept');
    const entries = ledger.filter(({ order_id, kind }) => order_id === id && kind.startsWith('discount'));
    const given = entries.reduce((sum, { kind, amount_cents }) => sum + (kind === 'discount' ? amount_cents : -amount_cents), 0);
    if (given !== (kept ? price_cents - kept.amount_cents : 0)) breaches.push(`the ledger has a discount of ${given} for ${id}`);
    if (kept && kept.amount_cents + discount_cents !== price_cents) breaches.push(`charge and discount of ${id} aren’t its price`);
    if (kept && given > 0) discounted.push(buyers.find((buyer) => buyer.id === buyer_id)?.person ?? '');
    if (state === 'booked' && !paused.includes(listing_id) && payments.some(({ order_id }) => order_id === id))
      breaches.push(`${id} can be paid, and a payment for it was refused`);
  }
  for (const [person, times] of count(discounted)) if (times > 1) breaches.push(`${person} got the discount ${times} times`);
  return breaches;
}

function count(list: string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const one of list) counted.set(one, (counted.get(one) ?? 0) + 1);
  return counted;
}
