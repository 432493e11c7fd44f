import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

test('A shop saves its search index soon after it opened', async () => {
  const log: string[] = [];
  const shop = await createTestApp({}, { onLog: (line) => log.push(line) });
  await createListing(shop, await createPerson(shop, 'seller'));
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(() => existsSync(shop.services.savedIndex), { timeout: 5000 }).toBe(true);
  expect(log.filter((line) => line.includes('search index'))).toEqual([]);
  await shop.close();
});
