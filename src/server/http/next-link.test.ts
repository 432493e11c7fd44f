import { expect, test } from 'vitest';
import { nextLink } from './route.ts';

test.each([
  ['/api/products', '/api/products?cursor=abc-_1'],
  ['/api/products?limit=24', '/api/products?limit=24&cursor=abc-_1'],
  ['/api/products?cursor=old&limit=24', '/api/products?cursor=abc-_1&limit=24'],
  ['/api/products?limit=24&cursor=', '/api/products?limit=24&cursor=abc-_1'],
  ['/api/searchProducts?search=two%20words+more&cursor=old', '/api/searchProducts?search=two%20words+more&cursor=abc-_1'],
  ['/api/products?precursor=1&cursor=old', '/api/products?precursor=1&cursor=abc-_1'],
  ['/api/products?precursor=1', '/api/products?precursor=1&cursor=abc-_1'],
  ['/api/products?cursor=one&cursor=two', '/api/products?cursor=abc-_1'],
  ['/api/products?search="><a>', '/api/products?search=%22%3E%3Ca%3E&cursor=abc-_1'],
])('The page after %s is at %s', (address, next) => {
  expect(nextLink(address, 'abc-_1')).toBe(`<${next}>; rel="next"`);
});
