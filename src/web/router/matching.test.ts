import { expect, test } from 'vitest';
import { matchPath } from './matching.ts';

test.each([
  ['/', '/', {}],
  ['/category/:name', '/category/Apple', { name: 'Apple' }],
  ['/category/:name', '/Category/Apple/', { name: 'Apple' }],
  ['/category/:name', '/category/A%2FB%20%E0%A6%85', { name: 'A/B অ' }],
  ['/dashboard/payment/:id', '/dashboard/payment/7', { id: '7' }],
])('The pattern %s matches %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});

test.each([
  ['/', '/x'],
  ['/category/:name', '/category'],
  ['/category/:name', '/category/Apple/13'],
  ['/category/:name', '/category/%E0%A4%A'],
  ['/login', '/login%2F'],
])('The pattern %s does not match %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeNull();
});
