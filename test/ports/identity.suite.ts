import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityProvider } from '#server/ports/identity.ts';

export type OpenIdentity = {
  identity: IdentityProvider;
  /** Signs in as a browser would; the headers that prove it afterwards, or null when refused. */
  signIn(email: string, password: string): Promise<Headers | null>;
  close(): Promise<void>;
};

const PERSON = { email: 'suite@example.test', password: 'practice123', name: 'Sue Ite' };

/** How every identity service must behave, whoever provides it. */
export const describeIdentityProvider = (name: string, open: () => Promise<OpenIdentity>): void => {
  describe(`${name} as identity provider`, () => {
    let opened: OpenIdentity;

    beforeAll(async () => {
      opened = await open();
      expect(await opened.identity.createAccount(PERSON)).toBe(true);
    });
    afterAll(() => opened.close());

    test('proves a signed-in person’s address, name and sign-in', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const proven = headers && (await opened.identity.identify(headers));
      expect(proven).toEqual({ email: PERSON.email, name: PERSON.name, sessionId: expect.any(String), expiresAt: expect.any(Number) });
      expect(proven?.expiresAt).toBeGreaterThan(Date.now());
    });

    test('proves nothing without a sign-in, and lets nobody in with another password', async () => {
      expect(await opened.identity.identify(new Headers())).toBeNull();
      expect(await opened.identity.identify(new Headers({ cookie: 'better-auth.session_token=forged', authorization: 'Bearer forged' }))).toBeNull();
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('keeps an account that is there already', async () => {
      expect(await opened.identity.createAccount({ ...PERSON, password: 'another123' })).toBe(false);
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('knows how long a sign-in stands, and ends all of a person’s at once', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const proven = headers && (await opened.identity.identify(headers));
      const sessionId = proven?.sessionId ?? '';
      expect(await opened.identity.isSessionAlive(sessionId, Date.now())).toBe(true);
      expect(await opened.identity.isSessionAlive(sessionId, (proven?.expiresAt ?? 0) + 1)).toBe(false);
      expect(await opened.identity.isSessionAlive('no-such-session', Date.now())).toBe(false);
      await opened.identity.endSessions(PERSON.email);
      expect(await opened.identity.isSessionAlive(sessionId, Date.now())).toBe(false);
      expect(headers && (await opened.identity.identify(headers))).toBeNull();
    });
  });
};
