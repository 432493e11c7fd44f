import { findProblem } from '#server/features/problems/queries.ts';
import { findLostCodes } from './orders-codes.ts';
import { findHistoryBreaches } from './orders-history.ts';
import type { Deal } from './orders-play.ts';
import { findSilence } from './orders-silence.ts';
import { PRICE_CENTS, type World } from './world.ts';

/** What decides that the phone changed hands, or that the money may go without that. */
const BY_DEADLINE = ['confirmation_overdue', 'return_overdue', 'offer_overdue', 'decision_overdue'];
const BY_SHOP = ['decided_by_shop'];

/** Lists what is wrong with a paid order once everything has ended; empty when all is well. */
export async function findOrderBreaches({ db }: World, deal: Deal): Promise<string[]> {
  const { orderId, buyer, phone } = deal;
  const breaches: string[] = [];
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const fulfillment = await db.selectFrom('fulfillments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  const steps = await db.selectFrom('fulfillment_history').selectAll().where('order_id', '=', orderId).orderBy('step').execute();
  const payments = await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute();
  const ledger = await db.selectFrom('ledger').selectAll().where('order_id', '=', orderId).execute();
  const intent = await db
    .selectFrom('practice_intents')
    .selectAll()
    .where('id', '=', order.intent_id ?? '')
    .executeTakeFirstOrThrow();
  const refunds = await db.selectFrom('practice_refunds').selectAll().where('intent_id', '=', intent.id).execute();
  const disputes = await db.selectFrom('disputes').selectAll().where('order_id', '=', orderId).execute();
  const isLost = disputes.some(({ status }) => status === 'lost');
  const whys = steps.map(({ why }) => why);

  // Every order ends, and its money went where its end says.
  const { state, outcome } = fulfillment;
  if (!['completed', 'canceled', 'decided'].includes(state)) breaches.push(`the order never ended: ${state}`);
  if (fulfillment.due_at !== null) breaches.push('an order that ended has a deadline');
  const refunded = refunds.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
  if (refunded > intent.amount) breaches.push(`${refunded} was refunded of ${intent.amount}`);
  if (refunded !== intent.amount_refunded) breaches.push('the provider’s refunds don’t add up');
  const isRefunded = state === 'canceled' || outcome === 'refunded';
  if (isRefunded && !isLost && refunded !== intent.amount) breaches.push(`${state} ${outcome}, but ${refunded} of ${intent.amount} was refunded`);
  if (order.state === 'refunding' || (isRefunded && !isLost && order.state !== 'refunded')) breaches.push(`refunded, but the order is ${order.state}`);
  if (!isRefunded && order.state !== 'paid') breaches.push(`${state} ${outcome}, but the order is ${order.state}`);
  const problem = await findProblem(db, orderId);
  const agreed = whys.at(-1) === 'decided_by_shop' ? problem?.decision_cents : problem?.offer_cents;
  if (outcome === 'partly_refunded' && !isLost && refunded !== agreed) breaches.push(`${refunded} was refunded instead of ${agreed}`);
  if ((state === 'completed' || outcome === 'paid_out') && refunded > 0) breaches.push(`${state} ${outcome}, but ${refunded} was refunded`);
  for (const payment of payments) {
    if (payment.state === 'refund_due') breaches.push(`${payment.intent_id} is still to be refunded`);
    if (payment.partial_due_cents !== null) breaches.push(`part of ${payment.intent_id} is still to be refunded`);
  }

  // Money reaches the seller only after the phone changed hands, or something decided so.
  const isPaidOut = state === 'completed' || outcome === 'paid_out' || outcome === 'partly_refunded';
  const proofs = whys.filter((why) => why === 'buyer_confirmed' || why === 'seller_confirmed');
  const isDecided = whys.some((why) => BY_DEADLINE.includes(why) || BY_SHOP.includes(why));
  if (isPaidOut && new Set(proofs).size < 2 && !isDecided) breaches.push('the seller is paid without both proofs, a passed deadline or a decision');

  // What is sent to the seller and refunded to the buyer is never more than what was paid, the shop's discount included.
  const payout = await db.selectFrom('payouts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  const transfers = (await db.selectFrom('practice_transfers').selectAll().execute()).filter(({ metadata }) => metadata.includes(orderId));
  if (transfers.length > 1) breaches.push(`the seller was sent ${transfers.length} transfers`);
  const sent = transfers.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0);
  const owed = payout?.debt_cents ?? 0;
  const backToBuyer = isLost ? Math.max(refunded, ...disputes.map(({ withdrawn_cents }) => withdrawn_cents)) : refunded;
  if (sent - owed + backToBuyer > order.price_cents) breaches.push(`${sent} was sent and ${backToBuyer} returned of ${order.price_cents}`);
  if (isPaidOut && !payout) breaches.push('the seller is owed nothing for a sale that stands');
  if (!payout && transfers.length > 0) breaches.push('money was sent that nobody was owed');
  const account = await db.selectFrom('payout_accounts').selectAll().where('seller_id', '=', phone.sellerId).executeTakeFirst();
  if (isPaidOut && account && !isLost && payout?.state !== 'sent') breaches.push(`the payout is ${payout?.state}, waiting for ${payout?.waits_for}`);
  if (isPaidOut && !account && transfers.length > 0) breaches.push('money was sent to nobody');
  if (payout && ['sending'].includes(payout.state)) breaches.push('a payout is still being sent');
  if (payout && payout.taking_cents > 0) breaches.push('a reversal is still under way');

  // The ledger matches the provider.
  const entries = ledger.filter(({ kind }) => kind === 'charge' || kind === 'refund').map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
  const theirs = [`charge ${intent.amount}`, ...refunds.map(({ amount }) => `refund ${amount}`)];
  if (entries.sort().join() !== theirs.sort().join()) breaches.push(`the ledger has [${entries}], the provider [${theirs}]`);
  if (order.price_cents !== PRICE_CENTS) breaches.push('the price changed');

  const about = { steps, buyer, phone, refunds: refunds.length, decision: problem?.decision ?? null };
  const lost = await findLostCodes(db, deal, { fulfillment, steps });
  return [...breaches, ...lost, ...findHistoryBreaches(fulfillment, steps), ...(await findSilence(db, about))];
}
