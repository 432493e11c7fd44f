import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneModel, PhoneModelHit } from '#contract/phone-models.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { ensurePhoneModels } from './index.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await ensurePhoneModels(test.services);
});
afterEach(() => test.close());

async function suggest(search: string): Promise<PhoneModelHit[]> {
  return (await test.call('GET', `/phoneModels?search=${encodeURIComponent(search)}`)).body as PhoneModelHit[];
}

async function first(search: string): Promise<string | undefined> {
  return (await suggest(search))[0]?.model_name;
}

describe('Model suggestions', () => {
  it('Finds models by name however it is typed, by a part of it, and with typos', async () => {
    expect(await first('note20 ultra 5g')).toBe('Galaxy Note20 Ultra 5G');
    expect(await first('note 20')).toBe('Galaxy Note20');
    expect(await first('Samsung Galaxy S21+')).toBe('Galaxy S21+');
    expect(await first('iphone13promax')).toBe('iPhone 13 Pro Max');
    expect(await first('pixel 7a')).toBe('Pixel 7a');
    expect(await first('oneplus 7pr')).toBe('OnePlus 7 Pro');
    expect(await first('iphne 12 mini')).toBe('iPhone 12 mini');
    expect(await first('galxy s10')).toBe('Galaxy S10');
    expect(await first('Apple iPhone 13 Pro 128GB blue')).toBe('iPhone 13 Pro');
  });

  it('Finds models by a whole or partial model number, and says which number matched', async () => {
    expect((await suggest('SM-G973F'))[0]).toMatchObject({ _id: 'samsung-galaxy-s10', model_name: 'Galaxy S10', model_number: 'SM-G973F' });
    expect((await suggest('sm g973'))[0]).toMatchObject({ model_name: 'Galaxy S10', model_number: 'SM-G973F' });
    expect((await suggest('g998u1'))[0]).toMatchObject({ model_name: 'Galaxy S21 Ultra', model_number: 'SM-G998U1' });
    expect((await suggest('A2633'))[0]).toMatchObject({ brand: 'Apple', model_name: 'iPhone 13', released: '2021-09', model_number: 'A2633' });
    expect((await suggest('iPhone 13'))[0]?.model_number).toBeNull();
  });

  it('Returns eight suggestions at most, none for unknown names, and rejects an invalid search', async () => {
    expect(await suggest('galaxy')).toHaveLength(8);
    expect(await suggest('toaster oven')).toEqual([]);
    expect(await suggest('%_\\ (((')).toEqual([]);
    expect((await test.call('GET', '/phoneModels')).status).toBe(400);
    expect((await test.call('GET', `/phoneModels?search=${'x'.repeat(201)}`)).body).toMatchObject({
      code: 'malformed',
      fields: { search: expect.any(String) },
    });
  });
});

describe('A model’s details', () => {
  it('Returns everything that a form can fill in', async () => {
    const { status, body } = await test.call('GET', '/phoneModels/google-pixel-7a');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      brand: 'Google',
      model_name: 'Pixel 7a',
      released: '2023-05',
      launch_price: 499,
      storage: [128],
      ram: [8],
      colors: ['Charcoal', 'Snow', 'Sea', 'Coral'],
      updates: { until: '2028-05', source: expect.stringContaining('Google') },
      specification: {
        Dimensions: '152 x 72.9 x 9 mm',
        display_size: '6.1 inches',
        storage: '128 GB',
        ram: '8 GB',
        operating_system: 'Android 13',
        model_number: null,
      },
    });
  });

  it('Leaves what may differ among a model’s phones to the seller', async () => {
    const { specification, storage, launch_price } = (await test.call('GET', '/phoneModels/samsung-galaxy-s20')).body as PhoneModel;
    expect(specification).toMatchObject({ storage: '128 GB', model_number: 'SM-G980F' });
    expect(specification).not.toHaveProperty('lock_status');
    expect([storage, launch_price]).toEqual([[128], 1027]);
  });

  it('Returns 404 for a model that isn’t in the catalog', async () => {
    expect(await test.call('GET', '/phoneModels/nokia-3310')).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'The catalog has no such model.' },
    });
    expect((await test.call('GET', '/phoneModels/%00')).status).toBe(400);
  });
});

describe('The built-in catalog', () => {
  const { stringify } = JSON;
  const rows = () => test.services.db.selectFrom('phone_models').selectAll().orderBy('id').execute();

  it('Is imported once, however often the shop starts', async () => {
    const before = await rows();
    test.clock.advance(60_000);
    await Promise.all([ensurePhoneModels(test.services), ensurePhoneModels(test.services)]);
    expect(stringify(await rows())).toBe(stringify(before));
    expect(before.length).toBeGreaterThanOrEqual(150);
  });

  it('Replaces its own models when its files have changed, never an operator’s changes', async () => {
    const { db } = test.services;
    await db.updateTable('phone_models').set({ origin: 'operator', launch_price_cents: 1 }).where('id', '=', 'google-pixel-5').execute();
    await db.updateTable('phone_models').set({ launch_price_cents: 1 }).where('id', '=', 'google-pixel-6').execute();
    // As after an upgrade to a version with other files.
    await db.updateTable('settings').set({ value: 'older' }).where('key', '=', 'phone_models_written').execute();
    await ensurePhoneModels(test.services);
    const priceOf = async (id: string) => ((await test.call('GET', `/phoneModels/${id}`)).body as PhoneModel).launch_price;
    expect([await priceOf('google-pixel-5'), await priceOf('google-pixel-6')]).toEqual([0.01, 599]);
  });
});
