import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_LIMITS } from '#contract/shared/limits.ts';
import { createTestApp } from '#test/support/app.ts';
import { limitAccounts } from './account-limits.ts';
import { createClients } from './client-networks.ts';
import { replyWithError } from './error-reply.ts';

const MINUTE_MS = 60_000;
const NAMES = { 'sign-in': 'attempts to log in', 'sign-up': 'attempts to sign up' } as const;

describe('Logins and sign-ups', () => {
  let app: FastifyInstance;
  let answer = 200;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    app = Fastify();
    app.decorate('findNetwork', createClients([], () => {}).findNetwork);
    app.decorate('metrics', { refused: () => {} } as never);
    app.setErrorHandler(replyWithError);
    limitAccounts(app, 1);
    app.post('/api/auth/*', async (_request, reply) => reply.status(answer).send({}));
    answer = 200;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const post = async (path: string, remoteAddress: string) => {
    const reply = await app.inject({ method: 'POST', url: `/api/auth/${path}/email`, remoteAddress });
    return { status: reply.statusCode, body: reply.json() as { message?: string; code?: string } };
  };
  /** How many of `count` requests are let through. */
  const passed = async (count: number, path: string, addressOf: (number: number) => string): Promise<number> => {
    let through = 0;
    for (let number = 0; number < count; number += 1) if ((await post(path, addressOf(number))).status === answer) through += 1;
    return through;
  };

  it.each(['sign-in', 'sign-up'] as const)('Limits the number of requests per network and site: %s', async (path) => {
    const { network, site } = ACCOUNT_LIMITS[path === 'sign-in' ? 'signIn' : 'signUp'];
    // No account is created.
    answer = 401;
    expect(await passed(network.burst + 20, path, () => '198.51.100.7')).toBe(network.burst);
    const { status, body } = await post(path, '198.51.100.7');
    expect([status, body.code, body.message]).toEqual([
      429,
      'too_many',
      expect.stringMatching(new RegExp(`^Too many ${NAMES[path]} in a short time\\. Wait `, 'u')),
    ]);
    expect((await post(path, '198.51.100.8')).status).toBe(answer);
    expect(await passed(site.burst, path, (number) => `198.51.100.${10 + (number % 200)}`)).toBe(site.burst - network.burst - 1);
    expect((await post(path, '203.0.113.8')).status).toBe(answer);
    vi.advanceTimersByTime(MINUTE_MS);
    expect((await post(path, '198.51.100.7')).status).toBe(answer);
  });

  it('Limits new accounts per day, without counting failed attempts', async () => {
    const { burst } = ACCOUNT_LIMITS.account.network;
    const inOneMorning = async (minutes: number): Promise<number> => {
      let made = 0;
      for (let minute = 0; minute < minutes; minute += 1) {
        made += await passed(30, 'sign-up', () => '198.51.100.7');
        vi.advanceTimersByTime(MINUTE_MS);
      }
      return made;
    };
    answer = 422;
    expect(await inOneMorning(10)).toBe(300);
    answer = 200;
    expect(await inOneMorning(10)).toBe(burst);
    expect((await post('sign-up', '198.51.100.7')).body.message).toMatch(/^Too many new accounts in a short time\. Wait \d+ minutes, then try again\.$/u);
    expect((await post('sign-up', '198.51.100.8')).status).toBe(200);
    expect((await post('sign-in', '198.51.100.7')).status).toBe(200);
  });
});

it('A shop limits the sign-ups of one network', async () => {
  const shop = await createTestApp({ RATE_LIMITS: '0.05' });
  const signUp = async (number: number, remoteAddress: string): Promise<number> => {
    const payload = { name: 'Ann Example', email: `ann${number}@example.test`, password: 'tr8vel0cean' };
    return (await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, remoteAddress })).statusCode;
  };
  const statuses: number[] = [];
  for (let number = 0; number < 4; number += 1) statuses.push(await signUp(number, '198.51.100.7'));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await signUp(9, '203.0.113.7')).toBe(200);
  await shop.close();
});
