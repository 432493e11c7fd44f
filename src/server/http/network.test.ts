import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['::ffff:198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:7:abcd:1:2:3:4', '2001:db8:7::/48'],
  ['2001:0DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', null],
  ['198.51.100.77, 10.0.0.1', null],
])('Reduces %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
