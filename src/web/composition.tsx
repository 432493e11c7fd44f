import type { PublicConfig } from '#contract/config.ts';
import { findCurrent } from './adapters/identity/builtin-session.ts';
import { createApi, type Send } from './api.ts';
import type { CardForm } from './ports/card-form.ts';
import { type IdentityClient, IdentityError } from './ports/identity.ts';
import { createSession } from './session/session.ts';
import { showError } from './ui/toast.tsx';
import type { AppValue, Session } from './use-app.tsx';

const noIdentity: IdentityClient = {
  current: async () => null,
  signUp: notHere,
  signIn: notHere,
  signInWith: notHere,
  signOut: notHere,
  requestVerification: notHere,
  requestPasswordReset: notHere,
  resetPassword: notHere,
};

/** Pages are rendered without a user, so that one result serves everybody. */
const unknownReader: Session = {
  state: () => ({ status: 'loading' }),
  subscribe: () => () => {},
  tokens: { current: async () => null, renew: async () => null },
  start: async () => {},
  registrations: { registration: () => null, keepRegistration: notHere },
  begin: notHere,
  end: notHere,
};

/** Creates everything that pages depend on in a browser. */
export function createBrowserApp(config: PublicConfig): AppValue {
  const identity = openIdentity(config.identity);
  const session = createSession({ identity, send: sendFromBrowser, onEnded: showError });
  // Loaded when a call needs it; if that fails, the rejection stands.
  const confirm = (): Promise<boolean> =>
    import('./features/accounts/confirm-identity.tsx').then(({ confirmIdentity }) => confirmIdentity(shop)).catch(() => false);
  const api = createApi(sendFromBrowser, session.tokens, confirm);
  const shop = { api, config, identity, session, loadCardForm: () => loadCardForm(config.payments) };
  return shop;
}

function openIdentity({ google, firebase }: PublicConfig['identity']): IdentityClient {
  if (firebase) {
    const { service, ...identity } = lateIdentity(async () => (await import('./adapters/identity/firebase.ts')).createFirebaseIdentity(firebase));
    let loaded: IdentityClient | null = null;
    return {
      ...identity,
      async current() {
        loaded = await service();
        return loaded.current();
      },
      failedReturn: () => loaded?.failedReturn?.() ?? null,
      idToken: async () => (await (await service()).idToken?.()) ?? null,
    };
  }
  const { service, ...identity } = lateIdentity(async () =>
    (await import('./adapters/identity/builtin.ts')).createBuiltinIdentity({ practiceGoogle: google === 'practice' }),
  );
  return {
    ...identity,
    current: findCurrent,
    passkeys: async () => (await service()).passkeys(),
    verification: {
      isDone: async () => (await service()).verification.isDone(),
      sendAgain: async (email) => (await service()).verification.sendAgain(email),
    },
  };
}

/** An identity service whose code is loaded on first use. */
function lateIdentity<Client extends IdentityClient>(load: () => Promise<Client>) {
  let loading: Promise<Client> | null = null;
  const service = (): Promise<Client> => {
    loading ??= load().catch(() => {
      loading = null;
      throw new IdentityError(0, 'We couldn’t reach the login service. Check your connection and try again.');
    });
    return loading;
  };
  return {
    service,
    signUp: async (account) => (await service()).signUp(account),
    signIn: async (credentials) => (await service()).signIn(credentials),
    signInWith: async (provider, returnTo) => (await service()).signInWith(provider, returnTo),
    signOut: async () => (await service()).signOut(),
    requestVerification: async (credentials) => (await service()).requestVerification(credentials),
    requestPasswordReset: async (email) => (await service()).requestPasswordReset(email),
    resetPassword: async (token, newPassword) => (await service()).resetPassword(token, newPassword),
  } satisfies Omit<IdentityClient, 'current'> & { service: unknown };
}

const sendFromBrowser: Send = (path, init) => fetch(`/api${path}`, init);

async function loadCardForm({ kind, publishableKey, apiBase }: PublicConfig['payments']): Promise<CardForm> {
  if (kind === 'stripe') {
    const { createStripeCardForm } = await import('./adapters/card-form/stripe.ts');
    return createStripeCardForm(publishableKey);
  }
  if (apiBase === undefined) throw new Error('the practice cards have no address');
  const { createPracticeCardForm } = await import('./adapters/card-form/practice.tsx');
  return createPracticeCardForm({ publishableKey, apiBase });
}

/** Like `createBrowserApp`, for rendering on the server; `send` reaches the shop's own API. */
export function createServerApp(send: Send, config: PublicConfig): AppValue {
  return {
    api: createApi(send),
    config,
    identity: noIdentity,
    session: unknownReader,
    loadCardForm: notHere,
  };
}

function notHere(): never {
  throw new Error('nobody can log in while a page is rendered on the server');
}
