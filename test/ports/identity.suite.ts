import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityProvider } from '#server/ports/identity.ts';

export type OpenIdentity = {
  identity: IdentityProvider;
  /** Signs in as a browser would; the headers that prove it afterwards, or null when refused. */
  signIn(email: string, password: string): Promise<Headers | null>;
  close(): Promise<void>;
};

const PERSON = { email: 'suite@example.test', password: 'practice123', name: 'Sue Ite' };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** How every identity service must behave, whoever provides it. */
export const describeIdentityProvider = (name: string, open: () => Promise<OpenIdentity>): void => {
  describe(`${name} as identity provider`, () => {
    let opened: OpenIdentity;
    let subject: string;

    beforeAll(async () => {
      opened = await open();
      subject = (await opened.identity.createAccount(PERSON)) ?? '';
      expect(subject).toMatch(/^\w+:.+/u);
    });
    afterAll(() => opened.close());

    test('proves a signed-in person’s address, name and sign-in', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const proven = headers && (await opened.identity.identify(headers));
      expect(proven).toEqual({
        email: PERSON.email,
        name: PERSON.name,
        subject,
        emailVerified: expect.any(Boolean),
        sessionId: expect.any(String),
        expiresAt: expect.any(Number),
      });
      expect(proven?.expiresAt).toBeGreaterThan(Date.now());
    });

    test('proves nothing without a sign-in, and lets nobody in with another password', async () => {
      expect(await opened.identity.identify(new Headers())).toBeNull();
      const unsigned = `${encode({ alg: 'none' })}.${encode({ sub: 'someone', email: PERSON.email, exp: Date.now() })}.`;
      for (const authorization of ['Bearer forged', 'Bearer ', `Bearer ${unsigned}`, `Bearer ${encode({ alg: 'RS256' })}..x`, 'Basic Zm9yZ2Vk'])
        expect(await opened.identity.identify(new Headers({ cookie: 'better-auth.session_token=forged', authorization }))).toBeNull();
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('keeps an account that is there already', async () => {
      expect(await opened.identity.createAccount({ ...PERSON, password: 'another123' })).toBeNull();
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('signing out ends the sign-in, whoever asks, and another time it may begin anew', async () => {
      const headers = (await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers();
      const proven = await opened.identity.identify(headers);
      const asking = new Headers([...headers, ['content-type', 'application/json'], ['origin', 'http://localhost']]);
      const reply = await opened.identity.handle?.(new Request('http://localhost/api/auth/sign-out', { method: 'POST', headers: asking, body: '{}' }));
      expect(reply?.status).toBe(200);
      expect(await opened.identity.isSessionAlive(proven?.sessionId ?? '', Date.now())).toBe(false);
      expect(await opened.identity.identify(headers)).toBeNull();
      // Firebase tells sign-ins apart by the second.
      await expect
        .poll(async () => opened.identity.identify((await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers()), { timeout: 5000 })
        .not.toBeNull();
    });

    test('knows when whoever signed in showed last who they are, and nothing of sign-ins that are over', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const sessionId = (headers && (await opened.identity.identify(headers)))?.sessionId ?? '';
      const provenAt = (await opened.identity.provenAt(sessionId)) ?? 0;
      expect(Math.abs(Date.now() - provenAt)).toBeLessThan(60_000);
      for (const other of ['', 'nothing', 'nothing:9999999999']) expect(await opened.identity.provenAt(other)).toBeNull();
      await opened.identity.endSessions(PERSON.email);
      expect(await opened.identity.provenAt(sessionId)).toBeNull();
      // Firebase tells sign-ins apart by the second.
      await expect
        .poll(async () => opened.identity.identify((await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers()), { timeout: 5000 })
        .not.toBeNull();
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

    test('tells what it holds, in words and rows, without a secret; forgets whom it may, and does nothing of whom it never knew', async () => {
      const held = await opened.identity.describe(PERSON.email);
      expect(JSON.stringify(held)).not.toContain(PERSON.password);
      for (const part of held) expect(part).toEqual({ name: expect.any(String), about: expect.stringMatching(/\.$/u), rows: expect.any(Array) });
      expect((await opened.identity.describe('nobody@example.test')).flatMap(({ rows }) => rows)).toEqual([]);
      await opened.identity.forget('nobody@example.test');
      const headers = (await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers();
      await opened.identity.forget(PERSON.email);
      expect(await opened.identity.identify(headers)).toBeNull();
      expect((await opened.identity.describe(PERSON.email)).flatMap(({ rows }) => rows)).toEqual([]);
    });
  });
};
