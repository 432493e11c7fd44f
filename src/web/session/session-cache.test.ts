import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetDraft, readDraft, saveDraft } from '../form-draft.ts';
import { createObservable } from '../observable.ts';
import { IdentityError } from '../ports/identity.ts';
import type { Session, SessionState } from '../use-app.tsx';
import { ORDER_PAGES, ownerMark } from './order-pages.ts';
import { PUSH_DEVICE } from './push-here.ts';
import { createSession } from './session.ts';
import { keepCacheToPerson } from './session-cache.ts';
import { TOKEN_KEY } from './session-store.ts';

const ANN = 'ann@example.test';
const BOB = 'bob@example.test';
const DRAFTS = ['booking:1', 'offer-1', 'message:1', 'unsent:1'];

/** A page that somebody opens in the tab. */
function openPage() {
  const state = createObservable<SessionState>({ status: 'loading' });
  // The cache needs no more of a session.
  keepCacheToPerson({ state: state.get, subscribe: state.subscribe } as Session, new QueryClient());
  return {
    logIn: (email: string) => state.set({ status: 'signed-in', identity: { uid: email, displayName: null, email, photoURL: null } }),
    logOut: () => state.set({ status: 'signed-out' }),
  };
}

const read = () => DRAFTS.map((name) => readDraft<{ text: string }>(name).text);

describe('What is typed in a tab', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', createTabStorage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('Nobody is shown what another person typed in the same tab', () => {
    const page = openPage();
    page.logIn(ANN);
    for (const name of DRAFTS) saveDraft(name, { text: 'Ann’s' });
    sessionStorage.setItem(`draft-key:listing:${ANN}`, '{}');
    sessionStorage.setItem('another', 'stays');
    page.logOut();
    page.logIn(BOB);
    expect(read()).toEqual(DRAFTS.map(() => undefined));
    expect(sessionStorage.getItem(`draft-key:listing:${ANN}`)).toBeNull();
    expect(sessionStorage.getItem('another')).toBe('stays');
  });

  test('Another person who arrives with a reload isn’t shown it either', () => {
    openPage().logIn(ANN);
    saveDraft('booking:1', { text: 'Ann’s' });
    openPage().logIn(BOB);
    expect(read()[0]).toBeUndefined();
  });

  test('Whoever logs in again as the same person finds what they typed', () => {
    const page = openPage();
    page.logIn(ANN);
    for (const name of DRAFTS) saveDraft(name, { text: 'Ann’s' });
    page.logOut();
    page.logIn(ANN);
    openPage().logIn(ANN);
    expect(read()).toEqual(DRAFTS.map(() => 'Ann’s'));
    forgetDraft('booking:1');
    expect(read()[0]).toBeUndefined();
  });

  test('What a visitor typed is there once they have logged in', () => {
    const page = openPage();
    page.logOut();
    saveDraft('booking:1', { text: 'a visitor’s' });
    page.logIn(ANN);
    expect(read()[0]).toBe('a visitor’s');
  });
});

describe('What is stored on this device for one person', () => {
  const PUSH = 'a-device';
  let isOnline = true;
  let person = ANN;
  let page: EventTarget;
  let tokens: ReturnType<typeof createTabStorage>;
  let isLoggedIn = true;
  let isHanging = false;

  beforeEach(() => {
    isOnline = true;
    isHanging = false;
    isLoggedIn = true;
    person = ANN;
    [page, tokens] = [new EventTarget(), createTabStorage()];
    store(ANN);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** The pages and the push device of this person alone. */
  function store(owner: string) {
    const pages = new Map([[ORDER_PAGES, ownerMark(owner)]]);
    vi.stubGlobal('caches', {
      has: async (name: string) => pages.has(name),
      match: async (path: string, { cacheName }: { cacheName: string }) => (pages.get(cacheName) === path ? new Response() : undefined),
      delete: async (name: string) => pages.delete(name),
    });
    vi.stubGlobal('localStorage', createTabStorage());
    localStorage.setItem(PUSH_DEVICE, `${PUSH} ${owner}`);
  }

  const reply = () => (isHanging ? new Promise<undefined>(() => {}) : Promise.resolve(undefined));

  async function openLoggedIn() {
    const current = async () => {
      if (!isOnline) throw new IdentityError(0, 'no network');
      return isLoggedIn ? { uid: person, displayName: null, email: person, photoURL: null } : null;
    };
    const session = createSession({
      identity: { current, signOut: reply },
      send: async () => new Response(null, { status: 503 }),
      store: tokens,
      page,
      wait: reply,
    });
    keepCacheToPerson(session, new QueryClient());
    await session.start();
    return session;
  }
  /** Bob logs in in another tab. */
  function logInElsewhere() {
    person = BOB;
    tokens.setItem(TOKEN_KEY, 'a token of Bob’s');
    page.dispatchEvent(Object.assign(new Event('storage'), { key: TOKEN_KEY }));
  }
  const stored = async () => [await caches.has(ORDER_PAGES), localStorage.getItem(PUSH_DEVICE)?.split(' ')[0] ?? null];

  test('The pages of orders and push notifications stay when the identity service can’t be reached', async () => {
    isOnline = false;
    await openLoggedIn();
    expect(await stored()).toEqual([true, PUSH]);
  });

  test('They go when the identity service says that nobody is logged in', async () => {
    isLoggedIn = false;
    await openLoggedIn();
    expect(await stored()).toEqual([false, null]);
  });

  test('They go with a logout', async () => {
    const session = await openLoggedIn();
    expect(await stored()).toEqual([true, PUSH]);
    await session.end();
    expect(await stored()).toEqual([false, null]);
  });

  test('They go with a logout even if the tab is closed before the identity service replies', async () => {
    const session = await openLoggedIn();
    isHanging = true;
    void session.end();
    expect(session.state()).toEqual({ status: 'loading' });
    await expect.poll(stored).toEqual([false, null]);
  });

  test('They go when another person logs in', async () => {
    await openLoggedIn();
    logInElsewhere();
    await expect.poll(stored).toEqual([false, null]);
  });

  test('A tab that another person had open leaves them to whoever is logged in now', async () => {
    const session = await openLoggedIn();
    store(BOB);
    logInElsewhere();
    await expect.poll(session.state).toMatchObject({ identity: { email: BOB } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stored()).toEqual([true, PUSH]);
  });
});

/** Like the browser's, whose keys are those of an object. */
function createTabStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
}
