import { beforeEach, describe, expect, test } from 'vitest';
import type { Location } from './location.ts';
import { createRouter, type Router } from './router.ts';

type Entry = { url: URL; state: unknown };

/** The parts of a browser's window that a router uses: an address, a history, and Back. */
function createWindow(first: string) {
  const entries: Entry[] = [{ url: new URL(first, 'http://shop'), state: null }];
  let at = 0;
  const listeners: (() => void)[] = [];
  const left: string[] = [];
  const present = (): Entry => entries[at] as Entry;
  const window = {
    get location() {
      const { pathname, search, hash, href, origin } = present().url;
      return { pathname, search, hash, href, origin, assign: (url: URL) => left.push(url.href) };
    },
    history: {
      get state() {
        return present().state;
      },
      pushState(state: unknown, _title: string, url: URL) {
        entries.splice(at + 1, entries.length, { url, state });
        at += 1;
      },
      replaceState(state: unknown, _title: string, url: URL) {
        entries[at] = { url, state };
      },
    },
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
  };
  return {
    window: window as unknown as Window,
    left,
    entries: () => entries.map(({ url }) => `${url.pathname}${url.search}${url.hash}`),
    goToPart(hash: string) {
      entries.splice(at + 1, entries.length, { url: new URL(hash, present().url), state: null });
      at += 1;
      for (const listener of listeners) listener();
    },
    back() {
      at -= 1;
      for (const listener of listeners) listener();
    },
  };
}

let browser: ReturnType<typeof createWindow>;
let router: Router<string>;
let loads: { path: string; finish(): void }[];

const readSearch = (_pathname: string, search: string): string => search;

function load({ pathname, search }: Location): Promise<string> {
  return new Promise((resolve) => {
    loads.push({ path: `${pathname}${search}`, finish: () => resolve(`view of ${pathname}${search}`) });
  });
}

function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}

async function finish(path: string) {
  loads.find((load) => load.path === path)?.finish();
  await settle();
}

beforeEach(() => {
  loads = [];
  browser = createWindow('/start?a=1');
  router = createRouter({ window: browser.window, first: 'view of /start?a=1', left: null, load, readSearch });
});

describe('Going to another page', () => {
  test('The old page stays until the new one is loaded, then the address changes', async () => {
    const gone = router.navigate('/next?b=2#part', { state: { from: 'here' } });
    expect(router.state()).toMatchObject({ view: 'view of /start?a=1', location: { pathname: '/start' }, pending: { pathname: '/next' } });
    expect(browser.entries()).toEqual(['/start?a=1']);
    await finish('/next?b=2');
    await gone;
    expect(router.state()).toMatchObject({
      view: 'view of /next?b=2',
      location: { pathname: '/next', search: '?b=2', hash: '#part', state: { from: 'here' } },
      arrival: 'push',
      pending: null,
    });
    expect(browser.entries()).toEqual(['/start?a=1', '/next?b=2#part']);
  });

  test('The latest navigation wins, whichever page loads first', async () => {
    void router.navigate('/slow');
    void router.navigate('/fast');
    await finish('/fast');
    await finish('/slow');
    expect(router.state().view).toBe('view of /fast');
    expect(browser.entries()).toEqual(['/start?a=1', '/fast']);
  });

  test('Back cancels a navigation that is still loading', async () => {
    void router.navigate('/next');
    await finish('/next');
    void router.navigate('/third');
    browser.back();
    await finish('/third');
    await finish('/start?a=1');
    expect(router.state()).toMatchObject({ view: 'view of /start?a=1', arrival: 'pop', pending: null });
    expect(browser.entries()).toEqual(['/start?a=1', '/next']);
  });

  test('Neither replacing nor navigating to the current page adds a history entry', async () => {
    void router.navigate('/other', { replace: true });
    await finish('/other');
    void router.navigate('/other');
    await settle();
    loads.at(-1)?.finish();
    await settle();
    expect(browser.entries()).toEqual(['/other']);
    expect(loads).toHaveLength(2);
  });
});

test('A browser that has left the rendered page before the scripts started gets that page first, then where it is', async () => {
  router = createRouter({ window: browser.window, first: 'view of /phone', left: new URL('http://shop/phone'), load, readSearch });
  expect(router.first).toMatchObject({ view: 'view of /phone', location: { pathname: '/phone', search: '' }, arrival: 'first' });
  await finish('/start?a=1');
  expect(router.state()).toMatchObject({ view: 'view of /start?a=1', location: { pathname: '/start', search: '?a=1' }, arrival: 'pop', pending: null });
  expect(router.state().location.key).not.toBe(router.first.location.key);
  expect(browser.entries()).toEqual(['/start?a=1']);
});

test('What the server rendered stays known once the user has navigated', async () => {
  const { first } = router;
  void router.navigate('/next');
  await finish('/next');
  expect(router.first).toBe(first);
  expect(first).toMatchObject({ view: 'view of /start?a=1', location: { pathname: '/start' }, pending: null });
});

describe('Removing what a page acted on from its query', () => {
  beforeEach(async () => {
    void router.navigate('/form?copy=7&step=all', { state: { from: 'here' } });
    await finish('/form?copy=7&step=all');
  });

  test('The rest stays, in the same history entry, and nothing is loaded', () => {
    const { key } = router.state().location;
    router.dropFromQuery('/form', ['copy', 'model']);
    expect(router.state()).toMatchObject({ location: { search: '?step=all', key, state: { from: 'here' } }, pending: null });
    expect(browser.entries()).toEqual(['/start?a=1', '/form?step=all']);
    expect(loads).toHaveLength(1);
  });

  test('A newer query that is still loading is shown all the same', async () => {
    void router.navigate('?step=price');
    router.dropFromQuery('/form', ['copy']);
    await finish('/form?step=price');
    expect(browser.entries()).toEqual(['/start?a=1', '/form?step=all', '/form?step=price']);
    router.dropFromQuery('/form', ['copy']);
    expect(router.state().location.search).toBe('?step=price');
  });

  test('Another page that was reached meanwhile keeps its query', async () => {
    void router.navigate('/list?copy=7');
    await finish('/list?copy=7');
    router.dropFromQuery('/form', ['copy']);
    expect(router.state().location).toMatchObject({ pathname: '/list', search: '?copy=7' });
  });

  test('The entry that Back leads to is unchanged while it loads', async () => {
    browser.back();
    router.dropFromQuery('/form', ['copy']);
    await finish('/start?a=1');
    expect(router.state().location).toMatchObject({ pathname: '/start', search: '?a=1' });
    expect(browser.entries()).toEqual(['/start?a=1', '/form?copy=7&step=all']);
  });
});

test('A fragment of the same page is shown without loading anything', async () => {
  await router.navigate('#offers');
  expect(loads).toEqual([]);
  expect(router.state()).toMatchObject({ view: 'view of /start?a=1', location: { hash: '#offers' } });
  expect(browser.entries()).toEqual(['/start?a=1', '/start?a=1#offers']);
});

test('A fragment that the browser navigated to is its own history entry, and Back leaves it', async () => {
  const first = router.state().location.key;
  browser.goToPart('#offers');
  await settle();
  expect(router.state()).toMatchObject({ arrival: 'push', location: { hash: '#offers' } });
  expect(router.state().location.key).not.toBe(first);
  browser.back();
  await finish('/start?a=1');
  expect(router.state()).toMatchObject({ arrival: 'pop', location: { hash: '', key: first } });
});

test('A query alone refers to the current page', async () => {
  void router.navigate('?sort=lowtohigh');
  await finish('/start?sort=lowtohigh');
  expect(browser.entries()).toEqual(['/start?a=1', '/start?sort=lowtohigh']);
});

test('A foreign address is left to the browser', async () => {
  await router.navigate('https://elsewhere.test/x');
  expect(browser.left).toEqual(['https://elsewhere.test/x']);
  expect(browser.entries()).toEqual(['/start?a=1']);
});
