import { createObservable } from '../observable.ts';
import { addressOf, FIRST_KEY, type Location, resolveHref } from './location.ts';

export type NavigateOptions = {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Stored with the history entry, and returned as `location.state`. */
  state?: unknown;
  /** Leaves the scroll position and the focus unchanged. */
  preventScrollReset?: boolean;
};

/** How a location was reached. */
export type Arrival = 'first' | 'push' | 'replace' | 'pop';

export type RouterState<View> = {
  location: Location;
  view: View;
  arrival: Arrival;
  keepsScroll: boolean;
  /** The location being navigated to, until it is shown. */
  pending: Location | null;
};

export type Router<View> = {
  state(): RouterState<View>;
  /** What the server rendered; by the time React takes over, the user may have navigated. */
  first: RouterState<View>;
  subscribe(listener: () => void): () => void;
  /** Navigates to another address. Resolves when it is shown, or canceled by a newer navigation. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** The location of this page that was navigated to last, shown or not. */
  latest(): Location;
  /** Removes what the page at this path has acted on from its query, at once: a newer navigation, or what it led to, stays. */
  dropFromQuery(pathname: string, names: readonly string[]): void;
  /** Prefetches an address, so that navigating there is instant. */
  prepare(to: string): void;
};

type Entry = { key: string; state: unknown };

type ReadSearch = (pathname: string, search: string) => string;

type RouterOptions<View> = {
  window: Window;
  /** The view of what the server rendered. */
  first: View;
  /** Its address, if the browser has left it since. */
  left: URL | null;
  /** Loads a location's view. It never throws: a failed load is a view too. */
  load(location: Location): Promise<View>;
  /** Returns the part of a query that its page reads; the rest of the browser's query is ignored. */
  readSearch: ReadSearch;
};

/** Keeps the browser's address and the shown view in step. The old view stays until the next is loaded; the latest navigation wins. */
export function createRouter<View>({ window, first, left, load, readSearch }: RouterOptions<View>): Router<View> {
  let latest = 0;

  const placeOf = ({ pathname, search }: URL): Pick<Location, 'pathname' | 'search'> => ({ pathname, search: readSearch(pathname, search) });

  const createKey = (): string => `${Math.random()}`;

  /** Gives history entries that the browser made, such as for links to a fragment, a key. Returns whether the current one was such an entry. */
  const adopt = (): boolean => {
    const { history, location } = window;
    if (readEntry(history.state).key !== FIRST_KEY) return false;
    history.replaceState({ key: createKey(), state: null } satisfies Entry, '', new URL(location.href));
    return true;
  };

  adopt();
  const here = readLocation(window, readSearch);
  const rendered: RouterState<View> = {
    // The history entry that was left has an unknown key.
    location: left === null ? here : { ...placeOf(left), hash: '', state: null, key: '' },
    view: first,
    arrival: 'first',
    keepsScroll: false,
    pending: null,
  };
  const shown = createObservable(rendered);

  const change = (next: Partial<RouterState<View>>): void => shown.set({ ...shown.get(), ...next });

  /** Loads and shows a location, unless another navigation starts meanwhile. */
  const show = async (location: Location, arrival: Arrival, keepsScroll: boolean, commit: () => void): Promise<void> => {
    latest += 1;
    const ticket = latest;
    const before = shown.get().location;
    let { view } = shown.get();
    if (!isSamePage(location, before) || location.hash === '') {
      change({ pending: location });
      view = await load(location);
      if (ticket !== latest) return;
    }
    commit();
    change({ location, view, arrival, keepsScroll, pending: null });
  };

  const navigate: Router<View>['navigate'] = async (to, { replace = false, state: carried = null, preventScrollReset = false } = {}) => {
    const url = new URL(resolveHref(to, shown.get().location), window.location.href);
    if (url.origin !== window.location.origin) return window.location.assign(url);
    const location: Location = { ...placeOf(url), hash: url.hash, state: carried, key: createKey() };
    // Navigating to the current address adds no second entry.
    const arrival = replace || addressOf(location) === addressOf(shown.get().location) ? 'replace' : 'push';
    const entry: Entry = { key: location.key, state: carried };
    await show(location, arrival, preventScrollReset, () => {
      if (arrival === 'replace') window.history.replaceState(entry, '', url);
      else window.history.pushState(entry, '', url);
    });
  };

  if (left !== null) void show(here, 'pop', false, () => {});

  window.addEventListener('popstate', () => {
    const isNew = adopt();
    void show(readLocation(window, readSearch), isNew ? 'push' : 'pop', false, () => {});
  });

  const dropFromQuery: Router<View>['dropFromQuery'] = (pathname, names) => {
    const { location } = shown.get();
    const query = new URLSearchParams(location.search);
    if (location.pathname !== pathname || !names.some((name) => query.has(name))) return;
    // Once the user went back, the browser is at another entry while its page loads.
    if (readEntry(window.history.state).key !== location.key) return;
    for (const name of names) query.delete(name);
    const next: Location = { ...location, search: query.size > 0 ? `?${query}` : '' };
    window.history.replaceState({ key: next.key, state: next.state } satisfies Entry, '', new URL(addressOf(next), window.location.href));
    change({ location: next });
  };

  return {
    state: shown.get,
    first: rendered,
    subscribe: shown.subscribe,
    navigate,
    dropFromQuery,
    latest() {
      const { location, pending } = shown.get();
      return pending?.pathname === location.pathname ? pending : location;
    },
    prepare(to) {
      const url = new URL(resolveHref(to, shown.get().location), window.location.href);
      if (url.origin === window.location.origin && !url.pathname.startsWith('/api/')) void load({ ...placeOf(url), hash: '', state: null, key: '' });
    },
  };
}

function readLocation({ location, history }: Window, readSearch: ReadSearch): Location {
  return {
    pathname: location.pathname,
    search: readSearch(location.pathname, location.search),
    hash: location.hash,
    ...readEntry(history.state),
  };
}

function readEntry(value: unknown): Entry {
  if (typeof value !== 'object' || value === null || !('key' in value) || typeof value.key !== 'string') return { key: FIRST_KEY, state: null };
  return { key: value.key, state: 'state' in value ? value.state : null };
}

const isSamePage = (one: Location, other: Location): boolean => one.pathname === other.pathname && one.search === other.search;
