import { expect, test } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

test('Tells public addresses from those of one’s own networks, however they are written', () => {
  const own = [
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ];
  const ownIpv6 = [
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ];
  const neither = ['', 'localhost', '8.8.8', '08.8.8.8', '2130706433', '0x7f.1'];
  for (const address of [...own, ...ownIpv6, ...neither]) expect(isPublicAddress(address), address).toBe(false);
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '142.250.74.110', '2607:f8b0:4005:809::200a', '2a00:1450:4001:80b::200e'])
    expect(isPublicAddress(address), address).toBe(true);
});
