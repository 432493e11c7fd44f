import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '#server/composition.ts';
import { readConfig } from '#server/config/config.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type OidcDouble, openOidcDouble } from '#test/support/doubles/oidc.ts';
import { createOidcProvider } from './provider.ts';

const SECRET = 'a-secret-of-the-shop';

let database: TestDatabase;
let double: OidcDouble;
beforeAll(async () => {
  [database, double] = await Promise.all([freshDatabase(), openOidcDouble()]);
});
afterAll(async () => {
  await double.close();
  await database.drop();
});

describe('Settings that a provider refuses', () => {
  const startShop = async (): Promise<string[]> => {
    const notified: string[] = [];
    const settings = { OIDC_ISSUER: double.issuer, OIDC_CLIENT_ID: double.clientId, OIDC_CLIENT_SECRET: SECRET, OIDC_NAME: 'Example ID' };
    const config = { ...readConfig({ DATA_DIR: database.directory, ...settings }), database: database.config };
    const { services, close } = await compose(config, { onFault: (message) => notified.push(message) });
    const check = services.background.find(({ name }) => name === 'sign-in-keys');
    await check
      ?.start(
        async () => new Response(),
        () => true,
      )
      .stop();
    await close();
    return notified;
  };

  test.each([
    ['token', { status: 401, body: '{"error":"invalid_client"}' }, /OIDC_CLIENT_SECRET: .*\(invalid_client\)$/u],
    ['token', { status: 400, body: '{"error":"unauthorized_client"}' }, /OIDC_CLIENT_SECRET: .*\(unauthorized_client\)$/u],
    ['token', { status: 401, body: '{"error":"access <b>denied</b>"}' }, /OIDC_CLIENT_SECRET: .*\(401\)$/u],
    ['token', { status: 503, body: '' }, /OIDC_ISSUER: .*\/token answered 503$/u],
    ['discovery', { status: 404, body: '' }, /OIDC_ISSUER: .*openid-configuration answered 404$/u],
  ] as const)('Refused settings are reported by name at start, never by value: %s %o', async (where, instead, sentence) => {
    double.instead = { [where]: instead };
    const notified = await startShop();
    expect(notified).toEqual([expect.stringMatching(sentence)]);
    expect(notified.join()).not.toContain(SECRET);
  });

  test('Settings are reported when the provider doesn’t answer, and not when it accepts them', async () => {
    const { issuer, clientId } = double;
    double.instead = { token: { body: '{}', delayMs: 4000 } };
    const provider = createOidcProvider({ id: 'oidc', name: 'Example ID', issuer, clientId, clientSecret: SECRET, timeoutMs: 1000, onFault() {} });
    expect(await provider.findFault('http://localhost/back')).toMatch(/^OIDC_ISSUER: .*didn’t respond$/u);
    double.instead = { token: { status: 400, body: '{"error":"invalid_grant"}' } };
    expect(await startShop()).toEqual([]);
    expect(double.exchanges.at(-1)?.form.get('redirect_uri')).toMatch(/\/api\/auth\/callback\/oidc$/u);
  });
});
