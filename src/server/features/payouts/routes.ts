import type { PayoutAccount } from '#contract/payouts.ts';
import { toDollars } from '#contract/shared/money.ts';
import { ConflictError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import { FileReply, type ServeCall } from '../../http/route.ts';
import { receiveWebhook } from '../../http/webhook.ts';
import type { PayoutService } from '../../ports/payouts.ts';
import type { Services } from '../../services.ts';
import { findOrder } from '../orders/index.ts';
import { findDebts, findFreeze, refuseFrozen, requirePaid } from '../payments/index.ts';
import { findAccountOf } from './account-queries.ts';
import { findFreshAccount, handlePayoutEvent, linkToAccount } from './accounts.ts';
import { sumWaiting } from './entitlement.ts';
import { notePayout } from './payout-commands.ts';
import { findPayout, type PayoutOfSale } from './queries.ts';
import { waitForAccount } from './rules.ts';
import { readStatement, writeStatement } from './statement.ts';
import { syncSale } from './sync-sale.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'payouts'>;

const NO_SERVICE = 'This shop pays its sellers by hand. There’s no account to set up.';
const PAID_BY_SERVICE = 'The shop’s payout service pays sellers by itself. There’s nothing to note.';
const PRACTICED = 'This sale was paid for with a practice card. No money arrived, so there’s nothing to pay out.';
const NOTHING_LEFT = 'Our fee and what was refunded take up all of this sale, so there’s nothing to pay out.';
const NOT_COMPLETED = 'This order isn’t completed yet. Its seller is paid once the buyer has had time to check the phone.';

export function payoutRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /payoutAccount', async ({ caller }) => ({ reply: await readAccount(services, caller.userId) }));

  serve('POST /payoutAccount/check', async ({ caller }) => {
    const { payouts } = services;
    if (payouts.kind !== 'by-hand') await findFreshAccount({ ...services, payouts }, caller.userId, 0);
    return { reply: await readAccount(services, caller.userId) };
  });

  serve('POST /payoutAccount/link', async ({ caller }) => ({
    reply: { url: await linkToAccount({ ...services, payouts: requireService(services) }, caller) },
  }));

  serve('GET /statements/:month', async ({ caller, params }) => ({ reply: await readStatement(services, { sellerId: caller.userId, ...params }) }));

  serve('GET /statements/:month/export', async ({ caller, params }) => ({
    reply: new FileReply(`statement-${params.month}.csv`, await writeStatement(services, { sellerId: caller.userId, ...params })),
  }));

  serve('POST /orders/:orderId/payout', async ({ caller, params }) => {
    const order = requirePaid(await findOrder(db, params.orderId));
    const payout = await findPayout(db, order.id);
    if (services.payouts.kind !== 'by-hand' && !(await isStuck({ ...services, payouts: services.payouts }, payout)))
      throw new ConflictError('conflict', PAID_BY_SERVICE);
    if (payout?.charged_by === 'practice' && services.payments.kind !== 'practice') throw new ConflictError('conflict', PRACTICED);
    if (payout) await syncSale(services, payout);
    const isNoted = await notePayout(db, order.id, { by: { role: 'admin', id: caller.userId }, now: clock.now() });
    if (isNoted === 'waits') throw refuseFrozen('open', 'payout');
    if (!isNoted) await refuseUnpayable(services, order.id);
    return updated(isNoted);
  });

  serve('POST /webhooks/payouts', ({ request }) =>
    receiveWebhook(request, 'payout', async (body, signature) => handlePayoutEvent({ ...services, payouts: requireService(services) }, body, signature)),
  );
}

/** Whether the service can't pay a seller who no longer has an account here, and so can't set up one there. */
async function isStuck(services: Needs & { payouts: PayoutService }, payout: PayoutOfSale | undefined): Promise<boolean> {
  if (!payout || payout.seller_removed_at === null) return false;
  return waitForAccount(await findFreshAccount(services, payout.seller_id)) !== null;
}

async function readAccount({ db, payments, payouts }: Needs, sellerId: string): Promise<PayoutAccount> {
  const debtOf = await findDebts(db, [sellerId]);
  const money = {
    waiting: toDollars(await sumWaiting(db, { sellerId, chargedBy: payments.kind })),
    owed: toDollars(debtOf(sellerId, payments.kind)),
  };
  if (payouts.kind === 'by-hand') return { state: 'by_hand', ...money };
  return { state: (await findAccountOf(db, sellerId, payouts.kind))?.state ?? 'none', ...money };
}

function requireService({ payouts }: Needs): PayoutService {
  if (payouts.kind === 'by-hand') throw new ConflictError('conflict', NO_SERVICE);
  return payouts;
}

/** Throws 409 when nothing can be paid out; returns when it was paid before. */
async function refuseUnpayable({ db }: Needs, orderId: string): Promise<void> {
  requirePaid(await findOrder(db, orderId));
  const payout = await findPayout(db, orderId);
  if (!payout) throw new ConflictError('conflict', NOT_COMPLETED);
  if (payout.state !== 'reversed') return;
  if ((await findFreeze(db, orderId)) === 'lost') throw refuseFrozen('lost', 'payout');
  throw new ConflictError('conflict', NOTHING_LEFT);
}
