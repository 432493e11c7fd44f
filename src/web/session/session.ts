import { type ApiError, createApi, type Send } from '../api.ts';
import { createObservable, type Observable } from '../observable.ts';
import type { IdentityClient, SignedInIdentity } from '../ports/identity.ts';
import type { Session, SessionState } from '../use-app.tsx';
import { readAccessToken } from './access-token.ts';
import { createSessionStore, type KeyStore, openKeyStore, type SessionStore, TOKEN_KEY } from './session-store.ts';
import { createTokenStore, isRefusal, sameAddress, type TokenStoreOptions } from './token-store.ts';
import { createIdentityAccess } from './use-signed-in.ts';

export type SessionEdges = {
  identity: Pick<IdentityClient, 'current' | 'signOut' | 'idToken'>;
  send: Send;
  /** Called with a message for the user when they are logged out without having asked for it. */
  onEnded?: (sentence: string) => void;
  store?: KeyStore;
  /** Where `storage` events of other tabs, `pageshow` and `online` events arrive. */
  page?: Pick<EventTarget, 'addEventListener'>;
  now?: () => number;
  /** Waits this long, in milliseconds. */
  wait?: (ms: number) => Promise<void>;
};

const ENDED = 'You’ve been logged out. Please log in again.';
const NO_NAME = 'New member';
const NAME_MAX = 200;
/** The longest wait for a logout without a reply, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 4000;

type Parts = {
  state: Observable<SessionState>;
  person: () => SignedInIdentity | null;
  store: SessionStore;
  tokenStore: ReturnType<typeof createTokenStore>;
  service: ReturnType<typeof createIdentityAccess>;
  wait: (ms: number) => Promise<void>;
};

type Arrival = ReturnType<typeof createArrival>;

/** Keeps track of who is logged in on this page, and of their access token. */
export function createSession(edges: SessionEdges): Session {
  const parts: Parts = createParts(edges, (refusal, person) => expel(parts, arrival, { refusal, person, edges }));
  const arrival = createArrival(parts);
  const page = edges.page ?? window;
  followOtherTabs(parts, arrival, page);
  page.addEventListener('online', () => askAgain(parts, arrival));
  return {
    state: parts.state.get,
    subscribe: parts.state.subscribe,
    start: arrival.start,
    tokens: createTokens(parts, arrival),
    registrations: parts.store,
    begin: (someone) => begin(parts, arrival, someone),
    end: () => end(parts, arrival),
  };
}

function createParts({ identity, send, store: keys, now = Date.now, wait = waitFor }: SessionEdges, onRefused: TokenStoreOptions['onRefused']): Parts {
  const state = createObservable<SessionState>({ status: 'loading' });
  const store = createSessionStore(keys ?? openKeyStore());
  const service = createIdentityAccess({ identity, store, wait });
  const tokenStore = createTokenStore({ plain: createApi(proving(identity, send)), store, now, onRefused });

  const person = (): SignedInIdentity | null => {
    const current = state.get();
    return current.status === 'signed-in' ? current.identity : null;
  };
  return { state, person, store, tokenStore, service, wait };
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds the identity service's proof of who is logged in; the browser adds a cookie on its own. */
function proving(identity: Pick<IdentityClient, 'idToken'>, send: Send): Send {
  return async (path, init) => {
    const token = (await identity.idToken?.()) ?? null;
    return send(path, token === null ? init : { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  };
}

/** Finds out who is logged in, once for all callers. */
function createArrival(parts: Parts) {
  const { state, tokenStore } = parts;
  let starting: Promise<void> | null = null;
  let ending: Promise<void> | null = null;

  const start = (): Promise<void> => {
    starting ??= settle(parts).catch(() => {
      // No reply: the token stays, and the next call asks again.
      starting = null;
      if (state.get().status === 'loading') state.set({ status: 'unknown' });
    });
    return starting;
  };

  return {
    start,
    /** Starts over: another tab changed who is logged in. What this page shows of somebody else disappears at once. */
    restart(): void {
      tokenStore.newEra();
      starting = null;
      if (parts.person()) state.set({ status: 'loading' });
      void start();
    },
    /** Skips the lookup: the user just logged in or out here. */
    skip(): void {
      starting = Promise.resolve();
    },
    /** Delays all callers until the logout is over. */
    async waitForEnd(logout: Promise<void>): Promise<void> {
      ending = logout;
      await ending;
      ending = null;
    },
    async settled(): Promise<SignedInIdentity | null> {
      if (ending) await ending;
      await start();
      return parts.person();
    },
  };
}

async function settle(parts: Parts): Promise<void> {
  const { state, store, tokenStore, service } = parts;
  const mine = tokenStore.era();
  const found = await service.find();
  if (!tokenStore.isEra(mine)) return;
  if (found === null) {
    store.keepToken(null);
    state.set({ status: 'signed-out' });
    return;
  }
  if (!ownsToken(store, found.email)) {
    expectRegistration(store, found);
    await tokenStore.renew(found).catch(() => null);
  }
  if (tokenStore.isEra(mine)) state.set({ status: 'signed-in', identity: found });
}

const ownerOfToken = (store: SessionStore): string | undefined => readAccessToken(store.token() ?? '')?.email;

function ownsToken(store: SessionStore, address: string): boolean {
  return sameAddress(ownerOfToken(store) ?? '', address);
}

/** Registers a newcomer as a buyer, unless their sign-up chose a role; the server ignores existing users. */
function expectRegistration(store: SessionStore, someone: SignedInIdentity): void {
  if (store.registration(someone.email)) return;
  const name = (someone.displayName?.trim() || someone.email.split('@')[0] || NO_NAME).slice(0, NAME_MAX);
  store.keepRegistration({ email: someone.email, name, role: 'buyer' });
}

function followOtherTabs({ state, person, store, tokenStore }: Parts, arrival: Arrival, page: Pick<EventTarget, 'addEventListener'>): void {
  const follow = () => {
    const here = person();
    if (store.token() === null) {
      if (!here) return;
      tokenStore.newEra();
      state.set({ status: 'signed-out' });
    } else if (!here || !ownsToken(store, here.email)) arrival.restart();
  };
  page.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === TOKEN_KEY || key === null) follow();
  });
  // A page that Back shows again as it was left has missed such events.
  page.addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) follow();
  });
}

/** Asks who is logged in, after a time without a reply. */
function askAgain({ state }: Parts, arrival: Arrival): void {
  if (state.get().status === 'unknown') void arrival.start();
}

function createTokens(parts: Parts, arrival: Arrival): Session['tokens'] {
  const { person, store, tokenStore } = parts;
  return {
    async current() {
      askAgain(parts, arrival);
      const token = tokenStore.usable(person()?.email ?? null);
      if (token !== null) return token;
      const someone = await arrival.settled();
      if (!someone) return null;
      // The server decides whether an old token is still valid: a public page must not fail for lack of a new one.
      const orOld = (error: unknown): string | null => {
        if (!ownsToken(store, someone.email)) throw error;
        return store.token();
      };
      return tokenStore.usable(someone.email) ?? tokenStore.renew(someone).catch(orOld);
    },
    async renew(refused) {
      const someone = await arrival.settled();
      if (!someone) return null;
      const token = tokenStore.usable(someone.email);
      return token !== null && token !== refused ? token : tokenStore.renew(someone);
    },
  };
}

async function begin({ state, store, tokenStore, service }: Parts, arrival: Arrival, someone: SignedInIdentity): Promise<void> {
  const mine = tokenStore.newEra();
  arrival.skip();
  store.markSigningOut(false);
  store.keepToken(null);
  expectRegistration(store, someone);
  try {
    await tokenStore.fetchToken(someone);
  } catch (error) {
    // Without a reply the login still stands; the next call registers and fetches the token.
    if (isRefusal(error)) {
      if (tokenStore.isEra(mine)) state.set({ status: 'signed-out' });
      await service.signOut();
      throw error;
    }
  }
  if (tokenStore.isEra(mine)) state.set({ status: 'signed-in', identity: someone });
}

async function end({ state, store, tokenStore, service, wait }: Parts, arrival: Arrival): Promise<void> {
  const mine = tokenStore.newEra();
  arrival.skip();
  store.keepToken(null);
  // First, so that what is stored here goes at once, even if the tab is closed before the reply.
  state.set({ status: 'signed-out' });
  state.set({ status: 'loading' });
  await arrival.waitForEnd(Promise.race([service.signOut(), wait(SIGN_OUT_PATIENCE_MS)]));
  if (tokenStore.isEra(mine)) state.set({ status: 'signed-out' });
}

/** The shop refused this person: they are logged out, unless it is somebody else who is logged in by now. */
async function expel(
  { state, store, tokenStore, service }: Parts,
  arrival: Arrival,
  { refusal, person, edges }: { refusal: ApiError; person: SignedInIdentity; edges: SessionEdges },
): Promise<void> {
  const mine = tokenStore.era();
  const current = await edges.identity.current().catch(() => null);
  if (!tokenStore.isEra(mine)) return;
  const owner = current?.email ?? ownerOfToken(store) ?? person.email;
  if (!sameAddress(owner, person.email)) return arrival.restart();
  tokenStore.newEra();
  store.keepToken(null);
  state.set({ status: 'signed-out' });
  if (current) void service.signOut();
  edges.onEnded?.(refusal.code === 'account_removed' || refusal.code === 'email_unverified' ? refusal.message : ENDED);
}
