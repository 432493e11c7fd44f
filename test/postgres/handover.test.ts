import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HandoverView } from '#contract/handover.ts';
import { digitsAt, fromBase64Url, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import { buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

let shops: TwoProcesses;
let buyer: Client;
let seller: Client;

beforeAll(async () => {
  shops = await startTwoProcesses();
  [buyer, seller] = shops.servers.map(({ url }) => createClient(url)) as [Client, Client];
  await Promise.all([buyer.signUp('buyer@example.test', 'buyer'), seller.signUp('seller@example.test', 'seller')]);
});
afterAll(() => shops.close());

test('Both sides’ proofs, sent at once and repeatedly to two processes, hand each phone over once', async () => {
  const image = await uploadPicture(seller);
  for (let round = 0; round < 5; round += 1) {
    const orderId = await buyPhone(buyer, await listPhone(seller, { image, model_name: `Galaxy ${round}` }));
    const at = `/api/orders/${orderId}`;
    const { secret } = (await buyer.call('GET', `${at}/handover`)).body as HandoverView;
    const key = fromBase64Url(secret ?? '');
    const made = { direction: 'handover', madeAt: Date.now(), offline: false } as const;
    const confirmation = { ...made, mac: await macOfConfirmation(key, { ...made, orderId }) };
    const code = { ...made, code: { how: 'typed', digits: await digitsAt(key, stepAt(made.madeAt)) } };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2 ? seller.call('POST', `${at}/handover/code`, code) : buyer.call('POST', `${at}/handover/confirmation`, confirmation),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(replies.filter(({ body }) => (body as { modifiedCount: number }).modifiedCount === 1)).toHaveLength(2);
    expect((await seller.call('GET', at)).body).toMatchObject({ fulfillment: { state: 'handed_over' } });
  }
});
