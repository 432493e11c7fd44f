import { setTimeout as wait } from 'node:timers/promises';
import { days } from '#contract/shared/durations.ts';
import type { Db, NewListingRow } from '#server/db/tables.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { insertSignIn, insertUser } from '#test/support/world/rows.ts';
import { insertFrontPicture } from '#test/support/world/stored-pictures.ts';
import { FRONT } from '#test/support/world/values.ts';
import { percentilesLine, percentilesOf } from '../percentiles.ts';
import type { Shop } from '../shop/ingredients.ts';
import { createListingSource } from '../shop/listings.ts';
import { verdictLine } from '../verdict.ts';
import { type Controlled, startControlled } from './control.ts';

type Measured = { db: Db; shop: Shop; settings: Record<string, string>; calls: number; say(line: string): void };

/** A listing is matched while the next ones arrive. */
const BLOCK = 20;
const EVERY_MS = 300;
const POLL_MS = 250;
const ADDED_MS = 5;
const OTHERS = ['risks', 'audit', 'mails', 'pushes', 'changes'];

/** Lists phones in blocks, with and without alerts in turn. Only the blocks count, not how long the alerts take to go out afterwards. */
export async function measureListing({ db, shop, settings, calls, say }: Measured): Promise<void> {
  const server = await startControlled(settings);
  const list = await createLister(db, shop, server, settings.AUTH_SECRET ?? '');
  const modes = { without: { times: [] as number[], processorMs: 0 }, with: { times: [] as number[], processorMs: 0 } };
  await server.repeat([...OTHERS, 'alerts']);
  for (let at = 0; at < BLOCK; at += 1) await list();
  await settle(db);
  const before = await count(db, 'search_matches');
  for (let block = 0; block < (2 * calls) / BLOCK; block += 1) {
    const isOn = block % 4 === 1 || block % 4 === 2;
    await server.repeat(isOn ? [...OTHERS, 'alerts'] : OTHERS);
    const mode = isOn ? modes.with : modes.without;
    const began = server.processorMs();
    for (let at = 0; at < BLOCK; at += 1) {
      await wait(EVERY_MS);
      mode.times.push(await list());
    }
    mode.processorMs += server.processorMs() - began;
    if (isOn) await settle(db);
    else await db.deleteFrom('alert_queue').execute();
  }
  await server.stop();
  const matched = ((await count(db, 'search_matches')) - before) / calls;
  say(`${await count(db, 'saved_searches')} saved searches, ${matched.toFixed(0)} of them match a listing`);
  for (const [name, { times, processorMs }] of Object.entries(modes))
    say(`listing a phone ${name} alerts: ${percentilesLine(times)}; processor time of the process ${(processorMs / times.length).toFixed(1)} ms a listing`);
  const added = percentilesOf(modes.with.times)[0] - percentilesOf(modes.without.times)[0];
  say(verdictLine('what alerts add to listing a phone, in the median', { value: added, below: ADDED_MS, unit: 'ms' }));
}

/** Returns a function that lists a phone and returns how long that took. */
async function createLister(db: Db, shop: Shop, server: Controlled, secret: string): Promise<() => Promise<number>> {
  const now = Date.now();
  await insertFrontPicture(db);
  const seller = await insertUser(db, { role: 'seller', now, since: now - days(2) });
  const sessionId = await insertSignIn(db, { ...seller, now });
  const client = createClient(server.url);
  client.token = await signToken({ email: seller.email, sessionId, emailVerified: true }, Buffer.from(deriveSecret(secret, 'access-tokens')), now);
  const source = createListingSource({ ...shop, images: [FRONT] });
  let at = 0;
  return async () => {
    at += 7;
    const input = inputOf(shop, source.rowAt(at % source.size));
    const began = performance.now();
    await listPhone(client, input);
    return performance.now() - began;
  };
}

/** What a seller sends to list such a phone. */
function inputOf(shop: Shop, { category_id, brand, model_name, price_cents, storage, color, condition, location }: NewListingRow): Record<string, unknown> {
  const name = shop.categoryRows.find(({ id }) => id === category_id)?.name;
  return { image: FRONT, name, brand, model_name, resale_price: String(price_cents / 100), storage, color, condition, location };
}

/** Waits until everybody is alerted and all emails are sent. */
async function settle(db: Db): Promise<void> {
  const isWaiting = async () => {
    const queued = await db.selectFrom('alert_queue').select('id').limit(1).execute();
    const due = await db.selectFrom('saved_searches').select('id').where('due_at', '<=', Date.now()).limit(1).execute();
    const mails = await db.selectFrom('outbox').select('id').where('due_at', 'is not', null).limit(1).execute();
    return queued.length + due.length + mails.length > 0;
  };
  while (await isWaiting()) await wait(POLL_MS);
}

async function count(db: Db, table: 'search_matches' | 'saved_searches'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
