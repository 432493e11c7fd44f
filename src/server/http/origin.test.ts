import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createShopOrigin } from './origin.ts';
import { comesFromElsewhere, comesFromOwnPage, toOwnPath } from './own-pages.ts';

const PUBLIC = { publicUrl: 'https://shop.example', host: '0.0.0.0', port: 3000 };

test('A shop with a public address accepts only that host, wherever it listens', () => {
  const origin = createShopOrigin(PUBLIC);
  origin.listensAt([{ address: '127.0.0.1', port: 4000 }]);
  expect([origin.url(), origin.isSecure]).toEqual(['https://shop.example', true]);
  for (const host of ['shop.example', 'SHOP.example', 'shop.example:443']) expect(origin.at(host)).toBe('https://shop.example');
  for (const host of ['shop.example:80', 'shop.example.', 'x.shop.example', 'localhost:4000', '127.0.0.1:4000', '']) expect(origin.at(host)).toBeNull();
});

test('A shop without a public address accepts the loopback names with its port', () => {
  const origin = createShopOrigin({ publicUrl: null, host: '127.0.0.1', port: 0 });
  origin.listensAt([{ address: '127.0.0.1', port: 4321 }]);
  expect([origin.url(), origin.isSecure]).toEqual(['http://localhost:4321', false]);
  for (const host of ['localhost:4321', '127.0.0.1:4321', '[::1]:4321']) expect(origin.at(host)).toBe(`http://${host}`);
  for (const host of ['localhost', 'localhost:4322', 'localhost.evil.example:4321', '127.0.0.2:4321', 'localhost:04321']) expect(origin.at(host)).toBeNull();
});

test('A shop that listens on all interfaces accepts its machine’s addresses, and no other name', () => {
  const origin = createShopOrigin({ publicUrl: null, host: '0.0.0.0', port: 80 });
  expect(origin.url()).toBe('http://localhost');
  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ family }) => family === 'IPv4').map(({ address }) => address),
  );
  for (const address of own) expect(origin.at(address)).toBe(`http://${address}`);
  expect(origin.at('localhost:80')).toBe('http://localhost');
  for (const host of ['192.0.2.7', 'shop.local', '0.0.0.0']) expect(origin.at(host)).toBeNull();
});

test('A shop that listens on a particular name or address accepts that host', () => {
  const byAddress = createShopOrigin({ publicUrl: null, host: '192.0.2.7', port: 3000 });
  expect([byAddress.url(), byAddress.at('192.0.2.7:3000'), byAddress.at('localhost:3000')]).toEqual(['http://192.0.2.7:3000', 'http://192.0.2.7:3000', null]);
  const byName = createShopOrigin({ publicUrl: null, host: 'shop.local', port: 3000 });
  byName.listensAt([{ address: '192.0.2.7', port: 3000 }]);
  expect([byName.url(), byName.at('shop.local:3000'), byName.at('192.0.2.7:3000')]).toEqual([
    'http://shop.local:3000',
    'http://shop.local:3000',
    'http://192.0.2.7:3000',
  ]);
});

const OWN = 'http://localhost:3000';

test.each([
  ['/login', '/login'],
  ['/search?search=a%20b#top', '/search?search=a%20b#top'],
  ['/', '/'],
  [OWN, '/'],
  [`${OWN}/reset-password?x=1`, '/reset-password?x=1'],
])('The address %s leads to a page of the shop', (address, path) => {
  expect(toOwnPath(address, OWN)).toBe(path);
});

test.each([
  'http://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/ /evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'login',
  '',
  '@evil.example',
  `${OWN}.evil.example/`,
  `${OWN}@evil.example/`,
  'http://localhost:30000/',
  'http://localhost:3000:evil.example/',
  'https://localhost:3000/',
  `${OWN}//evil.example`,
  `${OWN}\\evil.example`,
  `/${'a'.repeat(2000)}`,
])('The address %j leads to no page of the shop', (address) => {
  expect(toOwnPath(address, OWN)).toBeNull();
});

function input(headers: Record<string, string>) {
  return new Headers(headers);
}

test.each<[Record<string, string>, boolean]>([
  [{ origin: OWN }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: OWN, 'sec-fetch-site': 'same-origin', referer: `${OWN}/login` }, true],
  [{}, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ referer: `${OWN}/login` }, false],
  [{ origin: OWN, 'sec-fetch-site': 'none' }, false],
])('Takes a request with %j as coming from a page of the shop: %s', (headers, isOwn) => {
  expect(comesFromElsewhere(input(headers), OWN)).toBe(false);
  expect(comesFromOwnPage(input(headers), OWN)).toBe(isOwn);
});

test.each<Record<string, string>>([
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: OWN, 'sec-fetch-site': 'cross-site' },
  { origin: OWN, referer: 'https://evil.example/' },
  { referer: 'https://evil.example/' },
  { referer: 'nonsense' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin', referer: `${OWN}.evil.example/` },
])('Takes a request with %j as coming from elsewhere', (headers) => {
  expect(comesFromElsewhere(input(headers), OWN)).toBe(true);
  expect(comesFromOwnPage(input(headers), OWN)).toBe(false);
});
