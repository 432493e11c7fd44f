import { v4, v7 } from 'uuid';
import { expect, test } from 'vitest';
import { idOfCode, shortPathOf } from './short-codes.ts';

test('Every id has one short code, which leads back to it, and nothing else does', () => {
  const ids = [
    ...Array.from({ length: 200 }, (_, index) => (index % 2 ? v4() : v7())),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
  for (const id of ids) {
    const path = shortPathOf(id);
    expect(path).toMatch(/^\/p\/[1-9A-Za-z]{1,22}$/u);
    expect(idOfCode(path.slice(3))).toBe(id);
  }
  for (const code of ['', '0', 'O', 'l', '11', '1zz', 'z'.repeat(22), 'z'.repeat(5000), 'a/b', 'é']) expect(idOfCode(code), code).toBeNull();
  expect(shortPathOf('no-uuid')).toBe('/p/no-uuid');
});
