import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComparedListing } from '#contract/compare.ts';
import { ListingInput } from '#contract/listings.ts';
import type { ReviewItem } from '#contract/risk.ts';
import type { ImportRow } from '#contract/selling/listing-imports.ts';
import { createAssessing } from '#server/features/risk/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { createCategory, createListing, createPerson, listingInput, type Person } from '#test/support/world/world.ts';
import { compareRows } from '../../src/web/features/compare/comparison-rows.ts';
import { ConditionStep } from '../../src/web/features/selling/form/condition-step.tsx';
import { emptyListing } from '../../src/web/features/selling/form/form-fields.ts';
import { STEPS } from '../../src/web/features/selling/form/steps.ts';

// Run by listing-field-recipe.test.ts in a copy of the shop whose listings have accessories.

const INPUT = 'Charger and cable, call +351 912 345 678';
const MISSING = 'Accessories is required.';

let shop: TestApp;
let seller: Person;
let id: string;

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  await createCategory(shop);
  seller = await createPerson(shop, 'seller');
  id = await createListing(shop, seller, { accessories: INPUT });
});
afterAll(() => shop.close());

async function read<T>(path: string, as = seller): Promise<T> {
  return (await shop.call('GET', path, { as: as.token })).body as T;
}

test('The API requires accessories', async () => {
  const { status, body } = await shop.call('POST', '/products', { as: seller.token, body: listingInput({ accessories: ' ' }) });
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: { accessories: MISSING } } });
  expect(ListingInput.safeParse(listingInput({ accessories: 'x'.repeat(201) })).success).toBe(false);
  expect(await read(`/selectedItem/${id}`)).toMatchObject({ accessories: INPUT });
});

test('A draft stores accessories', async () => {
  const path = `/drafts/${crypto.randomUUID()}`;
  await shop.call('PUT', path, { as: seller.token, body: { revision: 0, content: { accessories: 'Half-typed' } } });
  expect(await read(path)).toMatchObject({ content: { accessories: 'Half-typed' } });
});

function ConditionForm() {
  return createElement(ConditionStep, { form: useForm({ defaultValues: emptyListing() }), hasImei: true });
}

test('The form asks for accessories in its condition step', () => {
  expect(STEPS.find((step) => step.id === 'condition')?.fields).toContain('accessories');
  expect(renderToStaticMarkup(createElement(ConditionForm))).toMatch(/<label[^>]*>Accessories.*name="accessories"/u);
});

test('An import reads accessories, and its template names them', async () => {
  const [header = '', example = ''] = (await read<string>('/listingTemplate')).split('\r\n');
  expect(header.split(',')).toContain('accessories');
  expect(example).toContain('Charger');
  const { body } = await sendFile(shop, seller, csvFile([csvRow({ accessories: '' }), csvRow({ accessories: 'Case' })]));
  expect(body.columns).toContainEqual({ column: 'accessories', field: 'accessories' });
  const [refused, ready] = await read<ImportRow[]>(`/listingImports/${body._id}/rows`);
  expect(refused).toMatchObject({ state: 'refused', fields: { accessories: MISSING } });
  expect(ready).toMatchObject({ state: 'ready' });
});

test('An export has accessories', async () => {
  const [header = '', row] = (await read<string>('/listingExport')).split('\r\n');
  expect(header.split(',')).toContain('accessories');
  expect(row).toContain(INPUT);
});

test('A comparison has a row for accessories', async () => {
  const { phones } = await read<{ phones: ComparedListing[] }>(`/compare?ids=${id}`);
  const rows = compareRows(phones, 0).flatMap((group) => group.rows);
  expect(rows.find(({ name }) => name === 'Accessories')?.cells).toEqual([{ text: INPUT, isBest: false }]);
});

test('The listing page shows accessories', async () => {
  const { body } = await shop.app.inject({ url: `/selected-items-details/${id}` });
  expect(body).toMatch(/<dt[^>]*>Accessories<\/dt><dd[^>]*>Charger and cable/u);
});

test('The fraud scan reads accessories', async () => {
  const [admin, buyer] = [await createPerson(shop, 'admin'), await createPerson(shop, 'buyer')];
  await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: id } });
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  const item = (await read<ReviewItem[]>('/reviewQueue', admin)).find(({ _id }) => _id === id);
  expect(item?.risk?.signals).toContainEqual(expect.objectContaining({ kind: 'contact', text: 'The text contains a phone number.' }));
});

test('Personal data has accessories, and deleting the account erases them', async () => {
  const { parts } = await read<{ parts: { name: string; rows: object[] }[] }>('/personalData');
  expect(parts.find(({ name }) => name === 'listings')?.rows).toContainEqual(expect.objectContaining({ id, accessories: INPUT }));
  expect((await shop.call('DELETE', `/personalData?email=${seller.email}`, { as: seller.token })).status).toBe(200);
  expect(await shop.services.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({ accessories: '' });
});
