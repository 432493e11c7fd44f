import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFault } from '#contract/passport-chain.ts';
import { REPAIRED_BY, REPAIRED_PARTS } from '#contract/passport-words.ts';
import type { Passport } from '#contract/passports.ts';
import { buyPhone, handOverPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { newImei } from '#test/support/world/imei.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

let shops: TwoProcesses;

beforeAll(async () => {
  shops = await startTwoProcesses();
});
afterAll(() => shops.close());

const clientsOf = (): Client[] => shops.servers.map(({ url }) => createClient(url));

async function readAt(client: Client, id: string): Promise<Passport> {
  return (await client.call('GET', `/api/passports/${id}`)).body as Passport;
}

test('Entries that two processes add at once form one chain, and both processes show it a second later', async () => {
  const [one, other] = clientsOf() as [Client, Client];
  await one.signUp('noting@example.test', 'seller');
  await other.signIn('noting@example.test');
  const listingId = await listPhone(one, { image: await uploadPicture(one), imei: newImei() });
  const { passport: id } = (await one.call('GET', `/api/selectedItem/${listingId}`)).body as { passport: string };
  const before = await readAt(one, id);
  const parts = Object.keys(REPAIRED_PARTS);
  for (const [round, by] of Object.keys(REPAIRED_BY).entries()) {
    // Cached from the second request on.
    for (const client of [one, other]) await readAt(client, id);
    // Each is sent to both, and noted once.
    const notes = parts.map((part) => Promise.all([one, other].map((client) => client.call('POST', `/api/passports/${id}/repairs`, { part, by }))));
    for (const replies of await Promise.all(notes)) expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    for (const client of [createClient(shops.servers[0].url), createClient(shops.servers[1].url)])
      await expect.poll(async () => (await readAt(client, id)).entries, { timeout: 5000 }).toBe(before.entries + parts.length * (round + 1));
  }
  expect(await findFault(await readAt(other, id))).toBeNull();
});

test('Two sellers who list the same new phones through two processes at once begin one passport each', async () => {
  const [one, other] = clientsOf() as [Client, Client];
  await Promise.all([one.signUp('first@example.test', 'seller'), other.signUp('second@example.test', 'seller')]);
  const [buyer] = clientsOf() as [Client];
  await buyer.signUp('buyer@example.test', 'buyer');
  const images = [await uploadPicture(one), await uploadPicture(other)];
  for (let round = 0; round < 5; round += 1) {
    const imei = newImei();
    const listed = await Promise.allSettled([listPhone(one, { image: images[0], imei }), listPhone(other, { image: images[1], imei })]);
    const won = listed.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won).toHaveLength(1);
    const seller = listed[0]?.status === 'fulfilled' ? one : other;
    await handOverPhone(buyer, seller, await buyPhone(buyer, won[0] ?? ''));
    const { passport: id } = (await one.call('GET', `/api/selectedItem/${won[0]}`)).body as { passport: string };
    const passport = await readAt(one, id);
    expect(passport).toMatchObject({ owner: 2, history: expect.arrayContaining([expect.objectContaining({ kind: 'handed_over', owner: 2 })]) });
    expect(await findFault(passport)).toBeNull();
  }
});
