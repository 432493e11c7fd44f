import { getMigrations } from 'better-auth/db/migration';
import { expect, test } from 'vitest';
import { describeIdentityProvider } from '#test/ports/identity.suite.ts';
import { freshDatabase } from '#test/support/database.ts';
import { createShopOrigin } from '../../http/origin.ts';
import { createBuiltinIdentity } from './builtin.ts';
import { type BuiltinIdentityOptions, createAuth } from './library.ts';

async function open() {
  const database = await freshDatabase();
  const options: BuiltinIdentityOptions = {
    db: database.db,
    reads: database.db,
    clock: { now: () => Date.now() },
    engine: database.config.kind,
    secret: 'a secret of this test alone, long enough',
    origin: createShopOrigin({ publicUrl: null, host: '127.0.0.1', port: 80 }),
    shopName: () => 'Redial',
    mails: {
      reset: async () => {},
      verification: async () => {},
      passwordChanged: async () => {},
      confirmedElsewhere: async () => {},
      secondFactorChanged: async () => {},
      recoveryCodeUsed: async () => {},
      passkeyChanged: async () => {},
      proofCode: async () => 0,
      verificationWait: async () => 0,
    },
    practiceGoogle: null,
    providers: [],
    alerts: { done: async () => {}, failed: async () => {}, confirmed: async () => {}, passwordReset: async () => {} },
    isAdmin: async () => false,
    onFault: () => {},
  };
  return { database, options };
}

describeIdentityProvider('built-in identity', async () => {
  const { database, options } = await open();
  const identity = createBuiltinIdentity(options);
  return {
    identity,
    async signIn(email, password) {
      const request = new Request('http://localhost/api/auth/sign-in/email', {
        method: 'POST',
        headers: { host: 'localhost', 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const response = await identity.handle?.(request);
      if (!response?.ok) return null;
      const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
      return new Headers({ host: 'localhost', cookie: cookie.join('; ') });
    },
    close: () => database.drop(),
  };
});

test('The migrations create every table and column that better-auth needs', async () => {
  const { database, options } = await open();
  const { toBeCreated, toBeAdded } = await getMigrations(createAuth(options).options);
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  await database.drop();
});
