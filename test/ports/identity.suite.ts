import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityProvider } from '#server/ports/identity.ts';

export type OpenIdentity = {
  identity: IdentityProvider;
  /** Logs in like a browser. Returns the headers that prove it afterwards, or null when refused. */
  signIn(email: string, password: string): Promise<Headers | null>;
  close(): Promise<void>;
};

const PERSON = { email: 'suite@example.test', password: 'practice123', name: 'Sue Ite' };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** How every identity service must behave. */
export function describeIdentityProvider(name: string, open: () => Promise<OpenIdentity>): void {
  describe(`${name} as identity provider`, () => {
    let opened: OpenIdentity;
    let subject: string;

    beforeAll(async () => {
      opened = await open();
      subject = (await opened.identity.createAccount(PERSON)) ?? '';
      expect(subject).toMatch(/^\w+:.+/u);
    });
    afterAll(() => opened.close());

    test('Proves a logged-in person’s address, name and session', async () => {
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

    test('Proves nothing without a session, and refuses a wrong password', async () => {
      expect(await opened.identity.identify(new Headers())).toBeNull();
      const unsigned = `${encode({ alg: 'none' })}.${encode({ sub: 'someone', email: PERSON.email, exp: Date.now() })}.`;
      for (const authorization of ['Bearer forged', 'Bearer ', `Bearer ${unsigned}`, `Bearer ${encode({ alg: 'RS256' })}..x`, 'Basic Zm9yZ2Vk'])
        expect(await opened.identity.identify(new Headers({ cookie: 'better-auth.session_token=forged', authorization }))).toBeNull();
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('Keeps an existing account', async () => {
      expect(await opened.identity.createAccount({ ...PERSON, password: 'another123' })).toBeNull();
      expect(await opened.signIn(PERSON.email, 'another123')).toBeNull();
    });

    test('Logging out ends the session, and the person may log in again', async () => {
      const headers = (await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers();
      const proven = await opened.identity.identify(headers);
      const asking = new Headers([...headers, ['content-type', 'application/json'], ['origin', 'http://localhost']]);
      const reply = await opened.identity.handle?.(new Request('http://localhost/api/auth/sign-out', { method: 'POST', headers: asking, body: '{}' }));
      expect(reply?.status).toBe(200);
      expect(await opened.identity.isSessionAlive(proven?.sessionId ?? '', Date.now())).toBe(false);
      expect(await opened.identity.identify(headers)).toBeNull();
      // Firebase distinguishes logins only by the second.
      await expect
        .poll(async () => opened.identity.identify((await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers()), { timeout: 5000 })
        .not.toBeNull();
    });

    test('Knows when a person last proved who they are, and nothing about ended sessions', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const sessionId = (headers && (await opened.identity.identify(headers)))?.sessionId ?? '';
      const provenAt = (await opened.identity.provenAt(sessionId)) ?? 0;
      expect(Math.abs(Date.now() - provenAt)).toBeLessThan(60_000);
      for (const other of ['', 'nothing', 'nothing:9999999999']) expect(await opened.identity.provenAt(other)).toBeNull();
      await opened.identity.endSessions(PERSON.email);
      expect(await opened.identity.provenAt(sessionId)).toBeNull();
      // Firebase distinguishes logins only by the second.
      await expect
        .poll(async () => opened.identity.identify((await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers()), { timeout: 5000 })
        .not.toBeNull();
    });

    test('Knows how long a session lasts, and ends all of a person’s sessions at once', async () => {
      const headers = await opened.signIn(PERSON.email, PERSON.password);
      const proven = headers && (await opened.identity.identify(headers));
      const sessionId = proven?.sessionId ?? '';
      expect(await opened.identity.isSessionAlive(sessionId, Date.now())).toBe(true);
      expect(await opened.identity.isSessionAlive(sessionId, (proven?.expiresAt ?? 0) + 1)).toBe(false);
      expect(await opened.identity.isSessionAlive('no-such-session', Date.now())).toBe(false);
      expect(await opened.identity.isLoggedIn(sessionId, Date.now())).toBe(true);
      await opened.identity.endSessions(PERSON.email);
      expect(await opened.identity.isSessionAlive(sessionId, Date.now())).toBe(false);
      expect(await opened.identity.isLoggedIn(sessionId, Date.now())).toBe(false);
      expect(headers && (await opened.identity.identify(headers))).toBeNull();
    });

    test('Exports what it stores about a person without secrets, and forgets them on request', async () => {
      const described = await opened.identity.describe(PERSON.email);
      expect(JSON.stringify(described)).not.toContain(PERSON.password);
      for (const part of described) expect(part).toEqual({ name: expect.any(String), about: expect.stringMatching(/\.$/u), rows: expect.any(Array) });
      expect((await opened.identity.describe('nobody@example.test')).flatMap(({ rows }) => rows)).toEqual([]);
      await opened.identity.forget('nobody@example.test');
      const headers = (await opened.signIn(PERSON.email, PERSON.password)) ?? new Headers();
      await opened.identity.forget(PERSON.email);
      expect(await opened.identity.identify(headers)).toBeNull();
      expect((await opened.identity.describe(PERSON.email)).flatMap(({ rows }) => rows)).toEqual([]);
    });
  });
}
