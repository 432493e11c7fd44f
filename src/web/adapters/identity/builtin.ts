import type { ErrorReply } from '#contract/shared/errors.ts';
import { type IdentityClient, IdentityError, type ProviderId, type SignedInIdentity } from '../../ports/identity.ts';

const BASE_PATH = '/api/auth';
const OFFLINE = 'We couldn’t connect. Check your connection and try again.';
const FAILED = 'Something went wrong on our side. Please try again.';

type Account = { id: string; email: string; name: string | null; image?: string | null };

type BuiltinOptions = {
  /** The practice Google chooser is one of the shop's pages, so it opens in this window. */
  practiceGoogle: boolean;
};

/** The browser side of the shop's own identity service, which keeps its session in a cookie. */
export function createBuiltinIdentity({ practiceGoogle }: BuiltinOptions): IdentityClient {
  return {
    current: findCurrent,
    async signUp(account) {
      return toIdentity((await ask<{ user: Account }>('/sign-up/email', account)).user);
    },
    async signIn(credentials) {
      return toIdentity((await ask<{ user: Account }>('/sign-in/email', credentials)).user);
    },
    async signInWith(provider, returnTo) {
      const find = (comeBackTo: string) => findProvider(provider, comeBackTo);
      // Loaded on demand; if the browser no longer allows a window by then, this page is left instead.
      const windows = provider === 'google' && practiceGoogle ? null : await import('./sign-in-window.ts').catch(() => null);
      const visit = windows?.visitInWindow({ find, findCurrent, returnTo });
      if (visit) return visit;
      window.location.assign(await find(returnTo));
      return { kind: 'leaving' };
    },
    passkeys: async () => (await import('./passkeys.ts')).createPasskeyClient({ ask, toIdentity }),
    async signOut() {
      await ask('/sign-out', {});
    },
    async requestVerification(credentials) {
      await ask('/sign-in/email', credentials);
      await sendVerification(credentials.email).finally(() => ask('/sign-out', {}));
    },
    async requestPasswordReset(email) {
      await ask('/request-password-reset', { email, redirectTo: '/reset-password' });
    },
    async resetPassword(token, newPassword) {
      await ask('/reset-password', { token, newPassword });
    },
    verification: {
      async isDone() {
        const signedIn = await ask<{ user: { emailVerified: boolean } } | null>('/get-session');
        return signedIn?.user.emailVerified ?? true;
      },
      sendAgain: sendVerification,
    },
  };
}

async function findCurrent(): Promise<SignedInIdentity | null> {
  const signedIn = await ask<{ user: Account } | null>('/get-session');
  return signedIn && toIdentity(signedIn.user);
}

/** Only for whoever is signed in. */
async function sendVerification(email: string): Promise<void> {
  await ask('/send-verification-email', { email });
}

async function ask<T>(path: string, body?: Record<string, unknown>): Promise<T> {
  const response = await fetch(`${BASE_PATH}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => {
    throw new IdentityError(0, OFFLINE);
  });
  if (!response.ok) throw await readRefusal(response);
  // The service's documentation says what each path returns.
  return (await response.json()) as T;
}

async function readRefusal(response: Response): Promise<IdentityError> {
  const reply = (await response.json().catch(() => null)) as Partial<ErrorReply> | null;
  return new IdentityError(response.status, typeof reply?.message === 'string' ? reply.message : FAILED, { code: reply?.code, fields: reply?.fields });
}

function toIdentity(account: Account): SignedInIdentity {
  return {
    uid: account.id,
    displayName: account.name?.trim() || null,
    email: account.email,
    photoURL: account.image || null,
  };
}

async function findProvider(provider: ProviderId, returnTo: string): Promise<string> {
  return (await ask<{ url: string }>('/sign-in/social', { provider, callbackURL: returnTo, errorCallbackURL: returnTo })).url;
}
