import type { IdentityClient, ProviderId } from '../../ports/identity.ts';
import { type Account, ask, findCurrent, toIdentity } from './builtin-session.ts';

type BuiltinOptions = {
  /** The practice Google chooser is one of the shop's pages, so it opens in this window. */
  practiceGoogle: boolean;
};

/** The browser side of the shop's own identity service, which keeps its session in a cookie. */
export function createBuiltinIdentity({ practiceGoogle }: BuiltinOptions) {
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
  } satisfies IdentityClient;
}

/** Only for whoever is signed in. */
async function sendVerification(email: string): Promise<void> {
  await ask('/send-verification-email', { email });
}

async function findProvider(provider: ProviderId, returnTo: string): Promise<string> {
  return (await ask<{ url: string }>('/sign-in/social', { provider, callbackURL: returnTo, errorCallbackURL: returnTo })).url;
}
