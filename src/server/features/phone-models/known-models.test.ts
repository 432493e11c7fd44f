import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { createKnownModels } from './index.ts';
import type { PhoneModelFacts } from './model-facts.ts';
import { importModels } from './queries.ts';

let shop: TestApp;
let replica: TestDatabase;

beforeAll(async () => {
  [shop, replica] = await Promise.all([createTestApp(), freshDatabase()]);
});
afterAll(async () => {
  await Promise.all([shop.close(), replica.drop()]);
});

const FACTS: Omit<PhoneModelFacts, 'name'> = {
  ...{ brand: 'Nokia', also: [], numbers: [], released: '2026-01', launchPriceCents: 10_000, storage: [64], ram: [4], colors: ['Black'] },
  updates: { until: '2030-01', source: 'https://nokia.example/updates' },
  specification: {},
};

function importNamed(...names: string[]) {
  const options = { now: shop.clock.now(), origin: 'operator', replaces: false } as const;
  const models = names.map((name) => ({ id: `nokia-${name}`, model: { ...FACTS, name } }));
  return importModels(shop.services.db, models, options);
}

test('What a replica that is behind says of a model isn’t told to anybody else', async () => {
  const { services } = shop;
  const models = createKnownModels(services, (error) => expect.fail(String(error)));
  await importNamed('behind');
  await models.load();
  expect(await models.updatesSourceOf(replica.db, 'nokia-behind')).toBeNull();
  expect(await models.updatesSourceOf(services.reads, 'nokia-behind')).toBe('https://nokia.example/updates');
  expect(await models.updatesSourceOf(replica.db, 'nokia-behind')).toBe('https://nokia.example/updates');
});
