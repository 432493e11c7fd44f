import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextTurn } from '#server/turns.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { createDirectorySource, createKnownModels } from './index.ts';
import type { PhoneModelFacts } from './model-facts.ts';
import { importModels, readModelsVersion } from './queries.ts';

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

test('Whoever asks for the models after an import gets them all, although they were just being read', async () => {
  const { db } = shop.services;
  await importNamed(...Array.from({ length: 600 }, (_, nth) => `${nth}`));
  const directory = createDirectorySource({ db });
  await nextTurn();
  const before = directory();
  for (let time = 0; time < 5; time += 1) await readModelsVersion(db);
  // The models are read by now. Filing them takes several turns, the next of which has to wait as long as this one takes.
  const began = performance.now();
  while (performance.now() - began < 40);
  await importNamed('late');
  const after = directory();
  const has = async (asked: typeof before): Promise<boolean> => (await asked).entries.some(({ id }) => id === 'nokia-late');
  expect([await has(before), await has(after)]).toEqual([false, true]);
});
