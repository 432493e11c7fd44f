import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { BRANDS } from './brands.ts';
import { addBrands, ensureBrands } from './index.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

async function brands(): Promise<{ name: string; img: string }[]> {
  return (await test.call('GET', '/productCategories')).body as { name: string; img: string }[];
}

async function names() {
  return (await brands()).map(({ name }) => name);
}

function keepOnly(name: string) {
  return test.services.db.deleteFrom('categories').where('name', '!=', name).execute();
}

describe('Brands', () => {
  it('A new shop has each default brand once, in order, however often it starts', async () => {
    expect(await brands()).toEqual([]);
    await Promise.all([ensureBrands(test.services.db), ensureBrands(test.services.db)]);
    await ensureBrands(test.services.db);
    expect(await names()).toEqual([...BRANDS]);
    expect((await brands())[0]).toEqual({ _id: expect.any(String), name: 'Apple', img: '/brands/apple.svg', listings: 0 });
  });

  it('Brands that an operator removed stay removed at the next start', async () => {
    await ensureBrands(test.services.db);
    await keepOnly('Nokia');
    await ensureBrands(test.services.db);
    expect(await names()).toEqual(['Nokia']);
  });

  it('Brands come in pages of the wanted size, also when one of them is removed meanwhile', async () => {
    await ensureBrands(test.services.db);
    const first = await test.call('GET', '/productCategories?limit=3');
    expect((first.body as { name: string }[]).map(({ name }) => name)).toEqual(BRANDS.slice(0, 3));
    const next = /<\/api([^>]+)>; rel="next"/u.exec(String(first.headers.link))?.[1] ?? '';
    const nextNames = async () => ((await test.call('GET', next)).body as { name: string }[]).map(({ name }) => name);
    expect(await nextNames()).toEqual(BRANDS.slice(3, 6));
    // Whatever becomes of the brands before.
    await test.services.db
      .deleteFrom('categories')
      .where('name', '=', BRANDS[2] ?? '')
      .execute();
    expect(await nextNames()).toEqual(BRANDS.slice(3, 6));
    expect((await test.call('GET', `/productCategories?limit=${BRANDS.length}`)).headers.link).toBeUndefined();
    for (const wrong of ['limit=0', 'limit=some', 'cursor=x', `cursor=${Buffer.from('["new arrivals",1,"x"]').toString('base64url')}`])
      expect((await test.call('GET', `/productCategories?${wrong}`)).status, wrong).toBeGreaterThanOrEqual(400);
  });

  it('Adds missing brands without moving the existing ones', async () => {
    await ensureBrands(test.services.db);
    const before = await brands();
    await keepOnly('Nokia');
    await addBrands(test.services.db);
    expect(await names()).toEqual([...BRANDS]);
    expect((await brands()).find(({ name }) => name === 'Nokia')).toEqual(before.find(({ name }) => name === 'Nokia'));
  });
});
