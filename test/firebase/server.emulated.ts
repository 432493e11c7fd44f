import { expect, test } from 'vitest';
import { createFirebaseIdentity } from '#server/adapters/identity/firebase.ts';
import { describeIdentityProvider } from '#test/ports/identity.suite.ts';
import { createTestApp } from '#test/support/app.ts';
import { freshDatabase } from '#test/support/database.ts';
import { PROJECT } from './emulator.ts';
import { emulatorHost, openMail, signInByRest, signInWithGoogleByRest } from './people.ts';

describeIdentityProvider('Firebase Authentication', async () => {
  const database = await freshDatabase();
  const clock = { now: () => Date.now() };
  const identity = createFirebaseIdentity({ db: database.db, clock, apiKey: 'key', projectId: PROJECT, emulatorHost: emulatorHost() });
  return { identity, signIn: signInByRest, close: () => database.drop() };
});

test('An account that an operator registered opens only after its address is verified, and to its owner', async () => {
  const shop = await createTestApp({
    DEMO: 'false',
    FIREBASE_API_KEY: 'key',
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost(),
  });
  const email = 'named@example.test';
  const { services, clock } = shop;
  await services.identity.createAccount({ email, password: 'practice123', name: 'Named' });
  await services.db
    .insertInto('users')
    .values({ id: 'named', email, name: 'Named', role: 'admin', verified_at: null, removed_at: null, created_at: clock.now() })
    .execute();
  const ask = async () => {
    clock.advance(Date.now() - clock.now());
    const headers = Object.fromEntries((await signInByRest(email, 'practice123')) ?? []);
    return shop.call('GET', `/jwt?email=${email}`, { headers });
  };
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'email_unverified', message: expect.stringContaining('verification mail') } });
  const idToken = (await signInByRest(email, 'practice123'))?.get('authorization')?.slice('Bearer '.length);
  await fetch(`http://${emulatorHost()}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'VERIFY_EMAIL', idToken }),
  });
  await openMail(email, 'VERIFY_EMAIL');
  expect((await ask()).status).toBe(200);
  await shop.close();
});

test('A login with Google proves the address', async () => {
  const database = await freshDatabase();
  const clock = { now: () => Date.now() };
  const identity = createFirebaseIdentity({ db: database.db, clock, apiKey: 'key', projectId: PROJECT, emulatorHost: emulatorHost() });
  const headers = await signInWithGoogleByRest({ sub: 'google-1', email: 'gretel@example.test', name: 'Gretel Oogle' });
  expect(headers && (await identity.identify(headers))).toMatchObject({ email: 'gretel@example.test', name: 'Gretel Oogle', emailVerified: true });
  await database.drop();
});
