import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelVerdict } from '#contract/phone-tests/phone-tests.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { GALAXY_S21 } from '#test/support/phone-tests/software-phone.ts';
import { createDirectorySource, type Directory, ensurePhoneModels } from '../../phone-models/index.ts';
import { judgeModel } from './model.ts';

let shop: TestApp;
let directory: Directory;

beforeAll(async () => {
  shop = await createTestApp();
  await ensurePhoneModels(shop.services);
  directory = await createDirectorySource(shop.services)();
});
afterAll(() => shop.close());

const S21 = { brand: 'Samsung', model_name: 'Galaxy S21' };
const IPHONE = { brand: 'Apple', model_name: 'iPhone 13' };

test.each<[claimed: typeof S21 | null, model: string, platform: string, verdict: ModelVerdict['verdict']]>([
  [S21, 'SM-G991B', 'Android', 'match'],
  [S21, 'SM-A525F', 'Android', 'mismatch'],
  [S21, 'SM-G991B', 'iPhone', 'mismatch'],
  [S21, 'K', 'Android', 'unknown'],
  [S21, '', '', 'unknown'],
  [IPHONE, '', 'iPhone', 'unknown'],
  [IPHONE, 'SM-G991B', 'Android', 'mismatch'],
  [{ brand: 'Nobody', model_name: 'Nothing known' }, 'SM-G991B', 'Android', 'unknown'],
  [null, 'SM-G991B', 'Android', 'unknown'],
])('For a listing of %j, the browser’s “%s” on “%s” is a %s', (claimed, model, platform, verdict) => {
  expect(judgeModel(directory, claimed, { ...GALAXY_S21, model, platform }).verdict).toBe(verdict);
});

test('A note never quotes what a program made up', () => {
  const { note } = judgeModel(directory, S21, { ...GALAXY_S21, model: 'Call 900 100 200', platform: 'example.test' });
  expect(note).not.toMatch(/900|example/u);
});
