import type { HandoverDirection, HandoverRole } from '#contract/handover.ts';
import type { Updated } from '#contract/shared/replies.ts';
import { InvalidError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { type FulfilledOrderRow, requirePaidOrderOf, sideOf } from '../orders/index.ts';
import { confirmReceipt, enterCode } from './commands.ts';
import type { Proven } from './proving.ts';
import { codeTooLate, notToBeConfirmed, refuseCode, requireRole, roleOf } from './rules.ts';
import { viewHandover } from './view.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'inspectionMs' | 'handoverKeys'>;

export function handoverRoutes(serve: ServeCall, services: Needs): void {
  serve('GET /orders/:orderId/handover', async ({ caller, params }) => {
    const order = await requirePaidOrderOf(services.db, caller.userId, params.orderId);
    return { reply: await viewHandover(services, order, sideOf(order, caller.userId)) };
  });

  serve('POST /orders/:orderId/handover/confirmation', async ({ caller, params, body }) => {
    const order = await requirePaidOrderOf(services.db, caller.userId, params.orderId);
    requireRoleIn(order, { ...body, userId: caller.userId, role: 'receiver' });
    if (body.direction === 'return' && body.relist === undefined)
      throw new InvalidError('Say whether the phone goes back on sale.', { relist: 'Say whether the phone goes back on sale.' });
    return { reply: toReply(await confirmReceipt(services, order, body), services.clock.now()) };
  });

  serve('POST /orders/:orderId/handover/code', async ({ caller, params, body }) => {
    const order = await requirePaidOrderOf(services.db, caller.userId, params.orderId);
    requireRoleIn(order, { ...body, userId: caller.userId, role: 'giver' });
    return { reply: toReply(await enterCode(services, order, body), services.clock.now()) };
  });
}

function requireRoleIn(order: FulfilledOrderRow, { userId, direction, role }: { userId: string; direction: HandoverDirection; role: HandoverRole }): void {
  requireRole(roleOf(direction, sideOf(order, userId)), role);
}

function toReply(proven: Proven, now: number): Updated {
  if (proven.outcome === 'changed') throw notToBeConfirmed();
  if (proven.outcome === 'too_late') throw codeTooLate(proven);
  if (proven.outcome === 'refused') throw refuseCode(proven.refusal, now);
  return { acknowledged: true, matchedCount: 1, modifiedCount: proven.outcome === 'repeated' ? 0 : 1 };
}
