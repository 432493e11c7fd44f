import type { FastifyInstance } from 'fastify';
import { toTestAddress } from '#contract/phone-tests/protocol.ts';
import type { Updated } from '#contract/shared/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { toJwk } from '../../security/record-keys.ts';
import { readFor, type Services } from '../../services.ts';
import { findShownListing, requireListing, requireOwnListing } from '../listings/index.ts';
import { findFulfilledOrder, findPaidOrderOf, requireOrder, requirePaidOrderOf } from '../orders/index.ts';
import { giveCode, hideTest, publishTest } from './commands.ts';
import { requireForSale } from './listing-rules.ts';
import { readOrderTest } from './order-test.ts';
import { findKeys, findOwnTest, findPublishedTest, findTestedListing } from './queries.ts';
import { type SealingNeeds, toPublished } from './record.ts';
import { requireCode, requireSubject, requireTestable, tooManyCodes } from './rules.ts';
import { answerStep, openRun } from './run-commands.ts';
import { toCode, toRun } from './view.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'replica' | 'clock'> & SealingNeeds;

const KEYS_PATH = '/.well-known/phone-test-keys.json';

/** Tests that a phone for sale runs in its own browser, and their signed results. */
export function phoneTestRoutes(serve: ServeCall, app: FastifyInstance, services: Needs): void {
  const { db, clock, origin } = services;

  serve('POST /phoneTestCodes', async ({ caller, body: { listing, order } }) => {
    requireSubject({ listing, order }, caller.role === 'seller');
    const now = clock.now();
    if (listing !== null) await requireOwnForSale(services, listing, caller.userId);
    if (order !== null) await requireTestableOrder(services, order, caller.userId);
    const given = await giveCode(db, { ownerId: caller.userId, listingId: listing, orderId: order, now });
    if (given.outcome === 'too_many') throw tooManyCodes(given.oldest, now);
    return { status: 201, reply: toCode(given.code, { now, address: toTestAddress(origin.url(), given.token) }) };
  });

  serve('GET /phoneTestCodes/:id', async ({ caller, params }) => {
    const row = await findOwnTest(db, params.id, caller.userId);
    requireCode(row);
    return { reply: toCode(row, { now: clock.now() }) };
  });

  serve('POST /phoneTestCodes/:id/publish', async ({ caller, params, body }) => ({
    reply: toUpdated(await publishTest(services, params.id, { sellerId: caller.userId, ...body })),
  }));

  serve('POST /products/:id/phoneTest/hide', async ({ caller, params }) => ({ reply: toUpdated(await hideTest(services, params.id, caller.userId)) }));

  serve('GET /products/:id/phoneTest', async ({ caller, params }) => {
    const reading = readFor(caller, services);
    const listing = await findShownListing(reading, params.id);
    requireListing(listing);
    const row = await findPublishedTest(reading, params.id);
    return { reply: row ? toPublished(row) : null, shows: [`listing:${listing.id}`, `seller:${listing.seller_id}`] };
  });

  serve('GET /orders/:orderId/phoneTest', async ({ caller, params }) => {
    const order = caller.role === 'admin' ? await findFulfilledOrder(db, params.orderId) : await findPaidOrderOf(db, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: await readOrderTest(db, order) };
  });

  serve('POST /phoneTestRuns', async ({ body }) => ({ reply: toRun(await openRun(services, body)) }));

  serve('POST /phoneTestRuns/answers', async ({ body }) => ({ reply: toRun(await answerStep(services, body)) }));

  serve('GET /phoneTestKeys', async ({ caller }) => ({ reply: await readKeys(readFor(caller, services)) }));

  app.get(KEYS_PATH, async (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(await readKeys(db)));
}

const readKeys = async (db: Services['db']) => ({ keys: (await findKeys(db)).map(toJwk) });

async function requireOwnForSale({ db }: Pick<Services, 'db'>, id: string, sellerId: string): Promise<void> {
  const listing = await findTestedListing(db, id);
  requireOwnListing(listing, sellerId);
  requireForSale(listing);
}

async function requireTestableOrder({ db }: Pick<Services, 'db'>, id: string, userId: string): Promise<void> {
  requireTestable(await requirePaidOrderOf(db, userId, id), userId);
}

const toUpdated = (isChanged: boolean): Updated => ({ acknowledged: true, matchedCount: 1, modifiedCount: isChanged ? 1 : 0 });
