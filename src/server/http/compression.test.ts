import { expect, it } from 'vitest';
import { encodingFor } from './compression.ts';

const long = { body: Buffer.alloc(4096), isCached: true };

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['Br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 ,gzip;q=0.1', 'gzip'],
  ['br;Q=0, gzip;q=1.0', 'gzip'],
  ['br;q=0.001', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip, identity;q=0', 'gzip'],
  ['identity', 'identity'],
  ['*', 'identity'],
  ['', 'identity'],
])('answers “Accept-Encoding: %s” with %s', (accepted, encoding) => {
  expect(encodingFor(accepted, long)).toBe(encoding);
});
