import { createObservable } from '../observable.ts';
import { addressOf, FIRST_KEY, type Location, resolveHref } from './location.ts';

export type NavigateOptions = {
  /** Takes the place of the present entry of the history. */
  replace?: boolean;
  /** Kept with the entry, and given back as `location.state`. */
  state?: unknown;
  /** Leaves the page scrolled and focused as it is. */
  preventScrollReset?: boolean;
};

/** How one came to a location. */
export type Arrival = 'first' | 'push' | 'replace' | 'pop';

export type RouterState<View> = {
  location: Location;
  view: View;
  arrival: Arrival;
  keepsScroll: boolean;
  /** Where somebody is on the way to, as long as that isn't shown yet. */
  pending: Location | null;
};

export type Router<View> = {
  state(): RouterState<View>;
  subscribe(listener: () => void): () => void;
  /** Shows another address. Answers when it is shown, or given up for a newer one. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Gets ready what an address shows, so that it is there when somebody goes. */
  prepare(to: string): void;
};

type Entry = { key: string; state: unknown };

type ReadSearch = (pathname: string, search: string) => string;

type RouterOptions<View> = {
  window: Window;
  /** What the first location shows. */
  first: View;
  /** Loads what a location shows. It never throws: what can't be loaded is a view, too. */
  load(location: Location): Promise<View>;
  /** The part of a query that its page reads: what else the browser's address says is nobody's concern here. */
  readSearch?: ReadSearch;
};

/** Keeps the browser's address and what is shown in step. What was shown stays until the next is loaded; the last one asked for wins. */
export function createRouter<View>({ window, first, load, readSearch = (_pathname, search) => search }: RouterOptions<View>): Router<View> {
  let entries = 0;
  let latest = 0;
  const shown = createObservable<RouterState<View>>({
    location: readLocation(window, readSearch),
    view: first,
    arrival: 'first',
    keepsScroll: false,
    pending: null,
  });

  const change = (next: Partial<RouterState<View>>): void => shown.set({ ...shown.get(), ...next });

  /** Answers whether it was shown: not when somebody asked for another one meanwhile. */
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

  const placeOf = ({ pathname, search }: URL): Pick<Location, 'pathname' | 'search'> => ({ pathname, search: readSearch(pathname, search) });

  const createKey = (): string => {
    entries += 1;
    return `${Date.now().toString(36)}-${entries}`;
  };

  const navigate: Router<View>['navigate'] = async (to, { replace = false, state: carried = null, preventScrollReset = false } = {}) => {
    const url = new URL(resolveHref(to, shown.get().location), window.location.href);
    if (url.origin !== window.location.origin) return window.location.assign(url);
    const location: Location = { ...placeOf(url), hash: url.hash, state: carried, key: createKey() };
    // Going where one is already makes no second entry.
    const arrival = replace || addressOf(location) === addressOf(shown.get().location) ? 'replace' : 'push';
    const entry: Entry = { key: location.key, state: carried };
    await show(location, arrival, preventScrollReset, () => {
      if (arrival === 'replace') window.history.replaceState(entry, '', url);
      else window.history.pushState(entry, '', url);
    });
  };

  /** Entries that the browser made by itself, such as those of links to a part of the page, get a key of their own. Answers whether it was one. */
  const adopt = (): boolean => {
    const { history, location } = window;
    if (readEntry(history.state).key !== FIRST_KEY) return false;
    history.replaceState({ key: createKey(), state: null } satisfies Entry, '', new URL(location.href));
    return true;
  };
  adopt();
  change({ location: readLocation(window, readSearch) });

  window.addEventListener('popstate', () => {
    const isNew = adopt();
    void show(readLocation(window, readSearch), isNew ? 'push' : 'pop', false, () => {});
  });

  return {
    state: shown.get,
    subscribe: shown.subscribe,
    navigate,
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
