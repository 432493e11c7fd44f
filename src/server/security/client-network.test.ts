import { describe, expect, test } from 'vitest';
import { createFindAddress, networkKeyOf, partialAddress, siteOf, toNetworks } from './client-network.ts';
import { createLimiter } from './rate-limiter.ts';

function from(remoteAddress: string | undefined, forwarded?: string | string[]) {
  return { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
}

describe('Client networks', () => {
  test.each([
    ['no proxy is configured', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the request doesn’t come from the configured proxy', ['10.0.0.1'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the request comes from the configured proxy', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the client has sent an address of its own, too', ['10.0.0.0/8'], '10.1.2.3', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    [
      'the request comes through several proxies',
      ['10.0.0.0/8', '2001:db8::1'],
      '::ffff:10.1.2.3',
      ['6.6.6.6', '198.51.100.1, 2001:db8::1, 10.0.0.9'],
      '198.51.100.1',
    ],
    ['the proxy adds a port', ['::1'], '::1', '[2001:db8:1:2::7]:443', '2001:db8:1:2::7'],
    ['the last entry is invalid', ['10.0.0.1'], '10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
    ['the proxy sends no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
    ['the socket is closed', ['10.0.0.1'], undefined, '1.1.1.1', '0.0.0.0'],
  ] as const)('Finds the client’s address when %s', (_what, proxies, socket, forwarded, address) => {
    expect(createFindAddress(proxies)(from(socket, forwarded as string))).toBe(address);
  });

  test.each(['nonsense', '10.0.0.0/33', '10.0.0.0/8/1', '::/129', '10.0.0.0/x', ''])('Finds no network in %j', (written) => {
    expect(toNetworks([written])).toBeNull();
  });

  test('Treats one IPv6 site as one network, and never shows a whole address', () => {
    expect(networkKeyOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64');
    expect(networkKeyOf('2001:0db8:0000:0007:ffff:ffff:ffff:ffff')).toBe(networkKeyOf('2001:db8:0:7::1'));
    expect(networkKeyOf('2001:db8::8:0:0:0:1')).toBe('2001:db8:0:8::/64');
    expect(networkKeyOf('203.0.113.9')).toBe('203.0.113.9');
    expect([siteOf('2001:db8:0:7::1'), siteOf('2001:db8::ffff:0:0:0:1'), siteOf('203.0.113.9')]).toEqual([
      '2001:db8:0::/48',
      '2001:db8:0::/48',
      '203.0.113.0/24',
    ]);
    expect([partialAddress('203.0.113.9'), partialAddress('2001:db8:0:7::1'), partialAddress('::1'), partialAddress('')]).toEqual([
      '203.0.113.x',
      '2001:db8:0:…',
      '0:0:0:…',
      null,
    ]);
  });
});

describe('Budgets', () => {
  const budget = { burst: 3, perMinute: 6 };

  test('A budget can be spent at once, refills gradually, and says when', () => {
    let now = 1000;
    const limiter = createLimiter({ now: () => now });
    const take = () => limiter.take('a', budget);
    expect([take(), take(), take(), take(), limiter.take('b', budget)]).toEqual([0, 0, 0, 10, 0]);
    now += 9_999;
    expect(take()).toBe(1);
    now += 1;
    expect([take(), take()]).toEqual([0, 10]);
    limiter.giveBack('a', budget);
    expect([take(), take()]).toEqual([0, 10]);
  });

  test('A budget’s memory is bounded, and it forgets the keys that spent longest ago', () => {
    const limiter = createLimiter({ maxKeys: 100, now: () => 0 });
    for (let key = 0; key < 10_000; key += 1) limiter.take(`key ${key}`, budget);
    expect(limiter.size()).toBe(100);
    for (let time = 0; time < 2; time += 1) limiter.take('key 9999', budget);
    expect([limiter.take('key 9999', budget), limiter.take('key 0', budget)]).toEqual([10, 0]);
  });
});
