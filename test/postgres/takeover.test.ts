import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerProcess } from '#test/support/server-process.ts';
import { payByCard } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { bookingInput, listingInput } from '#test/support/world/values.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import { callServer, startTwoProcesses, type TwoProcesses } from './two-processes.ts';

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwoProcesses({ PAYMENT_HOLD_SECONDS: '15' });
}, 120_000);
afterAll(() => two.close());

async function made(server: ServerProcess, path: string, as: Person, body: object = {}): Promise<Record<string, unknown>> {
  const reply = await callServer(server, 'POST', path, { as, body });
  if (!reply || reply.status >= 300) throw new Error(`${path} answered ${reply?.status} ${JSON.stringify(reply?.body)}`);
  return reply.body;
}

function notifiedOfTurn(person: Person) {
  return two.database.db.selectFrom('outbox').select('sent_at').where('recipient', '=', person.email).where('kind', '=', 'your_turn').execute();
}

/** Waits until this person was notified and emailed that it is their turn. */
async function untilTurnOf(person: Person): Promise<void> {
  while ((await notifiedOfTurn(person)).every(({ sent_at }) => sent_at === null)) await wait(50);
}

async function holders(): Promise<Record<string, number>> {
  const rows = await two.database.db.selectFrom('leases').selectAll().execute();
  return Object.fromEntries(rows.map(({ name, holder }) => [name, Number(holder.split(' ')[1])]));
}

test('One of two processes does each piece of background work once, and the other takes over when it is killed', { timeout: 120_000 }, async () => {
  const { servers, shop, database } = two;
  const [first, second] = servers;
  const pids = servers.map(({ child }) => child.pid ?? 0);
  await createCategory(shop);
  const seller = await createPerson(shop, 'seller');
  const buyers = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')] as const;
  const { insertedId: productId } = await made(first, `/products?email=${seller.email}`, seller, listingInput());
  const orders: string[] = [];
  for (const buyer of buyers) orders.push(String((await made(second, '/bookings', buyer, bookingInput(String(productId)))).insertedId));

  await made(first, '/create-payment-intent', buyers[0], { price: 289, orderId: orders[0] });
  await made(second, `/orders/${orders[1]}/wait`, buyers[1]);
  await untilTurnOf(buyers[1]);
  await made(second, `/orders/${orders[2]}/wait`, buyers[2]);
  const before = await holders();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['fulfillments', 'holds', 'mails', 'payments', 'payouts', 'practice-cards']));
  for (const pid of Object.values(before)) expect(pids).toContain(pid);

  const victim = servers.find(({ child }) => child.pid === before.holds);
  const survivor = servers.find((server) => server !== victim);
  if (!victim || !survivor) throw new Error('one of the two has the lease');
  await victim.kill();
  const killedAt = performance.now();
  await untilTurnOf(buyers[2]);
  process.stdout.write(`After its process was killed, a turn of 5 s was passed on by the other one within ${Math.round(performance.now() - killedAt)} ms.\n`);
  expect((await holders()).holds).toBe(survivor.child.pid);

  // Long enough for a second process to repeat something.
  await wait(7000);
  for (const buyer of buyers.slice(1)) {
    expect(await notifiedOfTurn(buyer)).toHaveLength(1);
    const mails = await database.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', buyer.email)
      .where('content', 'like', '%It’s your turn%')
      .execute();
    expect(mails).toHaveLength(1);
  }
});

test('The surviving process delivers the webhook of a payment once', { timeout: 60_000 }, async () => {
  const { servers, shop, database } = two;
  const server = servers.find(({ child }) => child.exitCode === null && child.signalCode === null);
  if (!server) throw new Error('one of the two is alive');
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const { insertedId: productId } = await made(server, `/products?email=${seller.email}`, seller, listingInput());
  const { insertedId: orderId } = await made(server, '/bookings', buyer, bookingInput(String(productId)));
  const { clientSecret } = await made(server, '/create-payment-intent', buyer, { price: 289, orderId });
  const intentId = await payByCard(createClient(server.url), String(clientSecret));
  const events = () => database.db.selectFrom('practice_events').select(['attempts', 'delivered_at']).where('body', 'like', `%${intentId}%`).execute();
  while ((await events()).some(({ delivered_at }) => delivered_at === null)) await wait(50);
  expect((await events()).map(({ attempts }) => attempts)).toEqual([1]);
  const order = await database.db.selectFrom('orders').select('state').where('id', '=', String(orderId)).executeTakeFirst();
  expect(order?.state).toBe('paid');
});
