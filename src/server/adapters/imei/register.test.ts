import { expect, test } from 'vitest';
import { compose } from '#server/composition.ts';
import { describeLostPhoneSource } from '#test/ports/lost-phones.suite.ts';
import { createTestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';

const DAY = '2024-05-01';

describeLostPhoneSource('the shop’s own register', async () => {
  const shop = await createTestApp();
  const [admin, owner] = [await createPerson(shop, 'admin'), await createPerson(shop, 'buyer')];
  return {
    source: shop.services.lostPhones,
    async lose(imei) {
      const { body } = await shop.call('POST', '/lostPhones', { as: owner.token, body: { imei, lostOn: DAY, place: 'Porto', proof: 'The box.' } });
      const { insertedId } = body as { insertedId: string };
      await shop.call('POST', `/lostPhones/${insertedId}/decision`, { as: admin.token, body: { decision: 'accepted', reason: 'It fits.' } });
      return async () => void (await shop.call('DELETE', `/lostPhones/${insertedId}`, { as: owner.token }));
    },
    close: () => shop.close(),
  };
});

test('Warns operator and admin that phones stored under another secret are no longer recognized', async () => {
  const shop = await createTestApp({ AUTH_SECRET: 'the secret that this shop began with, long enough' });
  const [admin, owner] = [await createPerson(shop, 'admin'), await createPerson(shop, 'buyer')];
  const imei = '490154203237518';
  await shop.call('POST', '/lostPhones', { as: owner.token, body: { imei, lostOn: DAY, place: 'Porto', proof: 'The box.' } });
  await shop.services.db.updateTable('lost_phones').set({ state: 'accepted' }).execute();
  const queued = async () => (await shop.call('GET', '/lostPhones?state=accepted', { as: admin.token })).body;
  expect(await shop.services.lostPhones.isLost(imei)).toBe(true);
  expect(await queued()).toEqual([expect.objectContaining({ recognizable: true })]);

  const faults: string[] = [];
  const other = await compose(
    { ...shop.config, authSecret: 'another secret that it was started with, long enough' },
    { clock: shop.clock, onFault: (message) => faults.push(message) },
  );
  expect(await other.services.lostPhones.isLost(imei)).toBe(false);
  const look = other.services.background.find(({ name }) => name === 'phone-keys');
  await look
    ?.start(
      async () => new Response(),
      () => true,
    )
    .stop();
  expect(faults).toEqual([expect.stringMatching(/^IMEIs of 1 phone .*another AUTH_SECRET/u)]);
  await other.close();

  await shop.services.db.updateTable('phones').set({ key_id: other.services.phoneKeys.id }).execute();
  expect(await queued()).toEqual([expect.objectContaining({ recognizable: false })]);
  await shop.close();
});
