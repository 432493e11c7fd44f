import type { OrderSide } from '#contract/orders.ts';
import type { QueuedProblem } from '#contract/problems.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ProblemsTable } from '../../db/tables/orders.ts';
import type { Viewer } from '../../http/access.ts';
import { inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { hideCardNumbers } from '../../security/card-numbers.ts';
import type { Services } from '../../services.ts';
import { type Ended, endOrder, orderChanged, requireSide } from '../fulfillment/index.ts';
import { requireStored } from '../images/index.ts';
import {
  type FulfilledOrderRow,
  findFulfilledOrder,
  findFulfilledOrders,
  isWithBuyer,
  leftOf,
  requireOrder,
  requirePaidOrderOf,
  sideOf,
  toPaidOrder,
} from '../orders/index.ts';
import {
  acceptOffer,
  acceptReturn,
  addStatement,
  askForDecision,
  declineOffer,
  offerRefund,
  refuseProblem,
  reportProblem,
  type SideStatement,
} from './commands.ts';
import { decideProblem, mayBeWithBuyer, noteMessagesRead } from './decision-commands.ts';
import { toFile } from './problem-file.ts';
import { findOpenProblems, findProblem, findProblems, readProblem } from './queries.ts';
import { requireDecidable, requireOfferable, requireOpener, requirePart, requireProblem, requireReturnable, requireUnsettled } from './rules.ts';
import { withdrawProblem } from './withdrawal-commands.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'images' | 'inspectionMs'>;

/** Problems with paid orders: what their buyers and sellers do about them, and what the shop decides. */
export function problemRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /orders/:orderId/problem', async ({ caller, params }) => {
    const { problem } = await findOwnProblem(services, caller, params.orderId);
    return { reply: await readProblem(db, problem) };
  });

  serve('POST /orders/:orderId/problem', async ({ caller, params, body }) => {
    const { order, side } = await findOwnOrder(services, caller, params.orderId);
    const statement = await toStatement(services, { caller, side, ...body });
    const insertedId = await reportProblem(db, order, body.reason, statement);
    return inserted(insertedId);
  });

  serve('DELETE /orders/:orderId/problem', async ({ caller, params }) => {
    const { order, side, problem } = await findOwnProblem(services, caller, params.orderId);
    requireOpener(problem, side);
    await withdrawProblem(db, order, { problem, side, userId: caller.userId, now: clock.now(), inspectionMs: services.inspectionMs() });
    return updated();
  });

  serve('POST /orders/:orderId/problem/statements', async ({ caller, params, body }) => {
    const { order, side, problem } = await findOwnProblem(services, caller, params.orderId);
    requireUnsettled(order);
    const { id, isNew } = await addStatement(db, order, problem, await toStatement(services, { caller, side, ...body }));
    return isNew ? inserted(id) : { reply: { acknowledged: true, insertedId: id } };
  });

  serve('POST /orders/:orderId/problem/escalation', async ({ caller, params, body }) => {
    const { order, side } = await findOwnProblem(services, caller, params.orderId);
    requireUnsettled(order);
    await askForDecision(db, order, await toStatement(services, { caller, side, ...body }));
    return updated();
  });

  betweenPeople(serve, services);
  forAdmins(serve, services);
}

/** How the two settle a problem between themselves. */
function betweenPeople(serve: ServeCall, services: Needs): void {
  const { clock } = services;

  serve('POST /orders/:orderId/problem/answer', async ({ caller, params, body }) => {
    const { order, side, problem } = await findOwnProblem(services, caller, params.orderId);
    requireSide(order, caller.userId, 'seller');
    const { answer, amount = 0 } = body;
    if (answer === 'offer') requireOfferable(isWithBuyer(order));
    if (answer === 'offer') requirePart(amount, leftOf(order));
    const statement = await toStatement(services, { caller, side, ...body });
    const ended = await endOrder(services, (tx) => {
      if (answer === 'return') return acceptReturn(tx, order, problem, statement);
      return answer === 'offer' ? offerRefund(tx, order, problem, { ...statement, offerCents: amount }) : refuseProblem(tx, order, problem, statement);
    });
    return settled(ended);
  });

  serve('POST /orders/:orderId/problem/offer', async ({ caller, params, body }) => {
    const { order, problem } = await findOwnProblem(services, caller, params.orderId);
    requireSide(order, caller.userId, 'buyer');
    if (order.fulfillment_state !== 'refund_offered') throw orderChanged();
    const deed = { by: { role: 'buyer', id: caller.userId }, now: clock.now() } as const;
    const ended = await endOrder(services, (tx) =>
      body.accept ? acceptOffer(tx, order, problem, { ...deed, why: 'partial_refund_accepted' }) : declineOffer(tx, order, problem, deed),
    );
    return settled(ended);
  });
}

function forAdmins(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /problems', async ({ query }) => {
    const page = await findOpenProblems(db, query.limit, readCursor('problems', query.cursor));
    const [orders, problems] = [await findFulfilledOrders(db, page.items), await findProblems(db, page.items)];
    const reply = page.items.flatMap((orderId) => toQueued(orders.get(orderId), problems.get(orderId)) ?? []);
    return { reply, next: writeCursor('problems', page.next) };
  });

  serve('GET /problems/:orderId', async ({ params }) => {
    const { order, problem } = await findAnyProblem(db, params.orderId);
    const file = await toFile(db, order, problem);
    if (file.messages !== null) await noteMessagesRead(db, order.id, clock.now());
    return { reply: file };
  });

  serve('POST /problems/:orderId/decision', async ({ caller, params, body }) => {
    const { order } = await findAnyProblem(db, params.orderId);
    const { decision, amount, reason } = body;
    requireDecidable(order);
    if (decision === 'return') requireReturnable(await mayBeWithBuyer(db, order));
    if (decision === 'partial') requirePart(amount ?? 0, leftOf(order));
    const cents = decision === 'partial' ? (amount ?? 0) : null;
    return settled(await endOrder(services, (tx) => decideProblem(tx, order, { decision, cents, reason, adminId: caller.userId, now: clock.now() })));
  });
}

function settled(ended: Ended) {
  if (ended.outcome === 'changed') throw orderChanged();
  return updated();
}

async function findOwnOrder({ db }: Pick<Needs, 'db'>, caller: Viewer, orderId: string): Promise<{ order: FulfilledOrderRow; side: OrderSide }> {
  const order = await requirePaidOrderOf(db, caller.userId, orderId);
  return { order, side: sideOf(order, caller.userId) };
}

async function findOwnProblem(services: Pick<Needs, 'db'>, caller: Viewer, orderId: string) {
  const own = await findOwnOrder(services, caller, orderId);
  const problem = await findProblem(services.db, orderId);
  requireProblem(problem);
  return { ...own, problem };
}

async function findAnyProblem(db: Needs['db'], orderId: string) {
  const [order, problem] = await Promise.all([findFulfilledOrder(db, orderId), findProblem(db, orderId)]);
  requireOrder(order);
  requireProblem(problem);
  return { order, problem };
}

type Written = { caller: Viewer; side: OrderSide; text: string; photos: string[] };

async function toStatement({ images, clock }: Needs, { caller, side, text, photos }: Written): Promise<SideStatement> {
  await requireStored(
    images,
    photos.map((address, at) => [`photos.${at}`, address]),
  );
  return { side, userId: caller.userId, text: hideCardNumbers(text), photos, images, now: clock.now() };
}

function toQueued(row: FulfilledOrderRow | undefined, problem: ProblemsTable | undefined): QueuedProblem | null {
  if (!row || !problem) return null;
  const { ProductName, charged, buyer, seller, fulfillment } = toPaidOrder(row, row.seller_id);
  const { reason, opened_by: openedBy } = problem;
  return { orderId: row.id, ProductName, buyerName: buyer.name, sellerName: seller.name, charged, reason, openedBy, fulfillment };
}
