import { type ApiError, createApi, type Send } from '../api.ts';
import type { IdentityClient, SignedInIdentity } from '../ports/identity.ts';
import type { Session, SessionState } from '../use-app.tsx';
import { readAccessToken } from './access-token.ts';
import { createSessionStore, type KeyStore, openKeyStore, TOKEN_KEY } from './session-store.ts';
import { createTokenStore, isRefusal, sameAddress } from './token-store.ts';
import { createWhoIsThere } from './use-signed-in.ts';

export type SessionEdges = {
  identity: Pick<IdentityClient, 'current' | 'signOut' | 'idToken'>;
  send: Send;
  /** Told, in a sentence for the person, when their sign-in ended without their doing. */
  onEnded?: (sentence: string) => void;
  store?: KeyStore;
  /** Where `storage` events of other tabs arrive. */
  tabs?: Pick<EventTarget, 'addEventListener'>;
  now?: () => number;
  /** Waits this long, in milliseconds. */
  wait?: (ms: number) => Promise<void>;
};

const ENDED = 'You’ve been logged out. Please log in again.';
const NO_NAME = 'New member';
const NAME_MAX = 200;
/** Nobody waits longer than this for a sign-out that isn't answered. */
const SIGN_OUT_PATIENCE_MS = 4000;

const shopNameOf = (person: SignedInIdentity): string => (person.displayName?.trim() || person.email.split('@')[0] || NO_NAME).slice(0, NAME_MAX);

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Proves who is signed in with what the identity service gives for it; a cookie goes along by itself. */
const proving =
  (identity: Pick<IdentityClient, 'idToken'>, send: Send): Send =>
  async (path, init) => {
    const token = (await identity.idToken?.()) ?? null;
    return send(path, token === null ? init : { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  };

/** A state that can be watched. */
const createMeasured = () => {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'loading' };
  return {
    state: () => state,
    person: (): SignedInIdentity | null => (state.status === 'signed-in' ? state.identity : null),
    become(next: SessionState): void {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Holds who is signed in on this page, and their access token. */
export const createSession = (edges: SessionEdges): Session => {
  const { identity, send, onEnded, now = Date.now, wait = waitFor, tabs = window } = edges;
  const store = createSessionStore(edges.store ?? openKeyStore());
  const watched = createMeasured();
  const { become, person } = watched;
  const service = createWhoIsThere({ identity, store, wait });
  let starting: Promise<void> | null = null;
  let ending: Promise<void> | null = null;

  const expel = (refusal: ApiError): void => {
    tokenStore.newEra();
    store.keepToken(null);
    become({ status: 'signed-out' });
    void service.signOut();
    onEnded?.(refusal.code === 'account_removed' || refusal.code === 'email_unverified' ? refusal.message : ENDED);
  };
  const tokenStore = createTokenStore({ plain: createApi(proving(identity, send)), store, now, onRefused: expel });

  const ownsToken = (address: string): boolean => sameAddress(readAccessToken(store.token() ?? '')?.email ?? '', address);

  /** Whoever is new to the shop becomes a buyer, or what they chose at a sign-up that got lost; the shop itself knows who is not new. */
  const expectRegistration = (someone: SignedInIdentity): void => {
    if (!store.registration(someone.email)) store.keepRegistration({ email: someone.email, name: shopNameOf(someone), role: 'buyer' });
  };

  const settle = async (): Promise<void> => {
    const mine = tokenStore.era();
    const found = await service.find();
    if (!tokenStore.isEra(mine)) return;
    if (found === null) {
      store.keepToken(null);
      become({ status: 'signed-out' });
      return;
    }
    if (!ownsToken(found.email)) {
      expectRegistration(found);
      await tokenStore.renew(found).catch(() => null);
    }
    if (tokenStore.isEra(mine)) become({ status: 'signed-in', identity: found });
  };

  const start = (): Promise<void> => {
    starting ??= settle().catch(() => {
      // Nobody answered: not signed in for now, but the token stays and the next call asks again.
      starting = null;
      if (watched.state().status === 'loading') become({ status: 'signed-out' });
    });
    return starting;
  };

  const settled = async (): Promise<SignedInIdentity | null> => {
    if (ending) await ending;
    await start();
    return person();
  };

  const followOtherTabs = (event: Event): void => {
    const { key } = event as StorageEvent;
    if (key !== TOKEN_KEY && key !== null) return;
    const here = person();
    if (store.token() === null) {
      if (!here) return;
      tokenStore.newEra();
      become({ status: 'signed-out' });
    } else if (!here || !ownsToken(here.email)) {
      tokenStore.newEra();
      starting = null;
      void start();
    }
  };
  tabs.addEventListener('storage', followOtherTabs);

  return {
    state: watched.state,
    subscribe: watched.subscribe,
    start,
    tokens: {
      async current() {
        const token = tokenStore.usable(person()?.email ?? null);
        if (token !== null) return token;
        const someone = await settled();
        if (!someone) return null;
        // The server decides what an old token is still worth: a public page must not fail for want of a new one.
        const orOld = (error: unknown): string => {
          const old = store.token();
          if (old === null) throw error;
          return old;
        };
        return tokenStore.usable(someone.email) ?? tokenStore.renew(someone).catch(orOld);
      },
      async renew(refused) {
        const someone = await settled();
        if (!someone) return null;
        const token = tokenStore.usable(someone.email);
        return token !== null && token !== refused ? token : tokenStore.renew(someone);
      },
    },
    async begin(someone, registerAs) {
      const mine = tokenStore.newEra();
      starting = Promise.resolve();
      store.markSigningOut(false);
      store.keepToken(null);
      if (registerAs) store.keepRegistration({ email: someone.email, ...registerAs });
      else expectRegistration(someone);
      try {
        await tokenStore.fetchToken(someone);
      } catch (error) {
        // The sign-in itself stands when nobody answered; the next call registers and fetches the token.
        if (isRefusal(error)) {
          if (tokenStore.isEra(mine)) become({ status: 'signed-out' });
          await service.signOut();
          throw error;
        }
      }
      if (tokenStore.isEra(mine)) become({ status: 'signed-in', identity: someone });
    },
    async end() {
      const mine = tokenStore.newEra();
      starting = Promise.resolve();
      store.keepToken(null);
      become({ status: 'loading' });
      ending = Promise.race([service.signOut(), wait(SIGN_OUT_PATIENCE_MS)]);
      await ending;
      ending = null;
      if (tokenStore.isEra(mine)) become({ status: 'signed-out' });
    },
  };
};
