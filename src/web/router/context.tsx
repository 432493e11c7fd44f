import { createContext, type ReactNode, startTransition, use, useCallback, useEffect, useState } from 'react';
import { type Location, resolveHref } from './location.ts';
import type { Params } from './matching.ts';
import type { NavigateOptions, Router, RouterState } from './router.ts';

/** The parts of a view that hooks and links need. */
export type AnyView = { params: Params; title: string; ids: string[] };

type Routing = Pick<RouterState<AnyView>, 'location' | 'view' | 'arrival' | 'keepsScroll' | 'pending'> &
  Pick<Router<AnyView>, 'navigate' | 'prepare' | 'latest' | 'dropFromQuery'>;

const RoutingContext = createContext<Routing | null>(null);

/** Renders the router's current view through `children`, and provides the hooks to everything below. */
export function RouterProvider<View extends AnyView>({ router, children }: { router: Router<View>; children: (view: View) => ReactNode }) {
  const [state, setState] = useState(router.first);
  useEffect(() => {
    const follow = (): void => startTransition(() => setState(router.state()));
    // The user may have navigated before this effect ran.
    follow();
    return router.subscribe(follow);
  }, [router]);
  const { navigate, prepare, latest, dropFromQuery } = router;
  return <RoutingContext value={{ ...state, navigate, prepare, latest, dropFromQuery }}>{children(state.view)}</RoutingContext>;
}

/** The same on the server, for one address. */
export function StaticRouterProvider<View extends AnyView>({
  address,
  view,
  children,
}: {
  address: Pick<URL, 'pathname' | 'search'>;
  view: View;
  children: (view: View) => ReactNode;
}) {
  const location: Location = { pathname: address.pathname, search: address.search, hash: '', state: null, key: 'first' };
  const goNowhere = { navigate: nowhere, prepare: nowhere, dropFromQuery: nowhere };
  const routing: Routing = { location, view, arrival: 'first', keepsScroll: false, pending: null, latest: () => location, ...goNowhere };
  return <RoutingContext value={routing}>{children(view)}</RoutingContext>;
}

function nowhere(): never {
  throw new Error('there is no navigation while a page is rendered on the server');
}

/** Returns the page pattern's parameters from the address, decoded. */
export const useParams = (): Params => useRouting().view.params;

/** Returns the ids of the pages in view, from the frame inwards; none on the 404 page. */
export const usePageIds = (): string[] => useRouting().view.ids;

export function useRouting(): Routing {
  const routing = use(RoutingContext);
  if (!routing) throw new Error('there is no router around this component');
  return routing;
}

export const useNavigate = (): ((to: string, options?: NavigateOptions) => Promise<void>) => useRouting().navigate;

/** Whether another page is being loaded. */
export const useIsLeaving = (): boolean => useRouting().pending !== null;

/** Returns the address's query, and a function that changes it. */
export function useSearchParams(): [URLSearchParams, (query: URLSearchParams | Record<string, string>, options?: NavigateOptions) => Promise<void>] {
  const { location, navigate } = useRouting();
  const { pathname } = location;
  // The same function while the path is: an effect that navigates must not run again, and cancel itself, whenever the page renders.
  const change = useCallback(
    (query: URLSearchParams | Record<string, string>, options?: NavigateOptions): Promise<void> => {
      const search = `${new URLSearchParams(query)}`;
      return navigate(search === '' ? pathname : `?${search}`, options);
    },
    [pathname, navigate],
  );
  return [new URLSearchParams(location.search), change];
}

/** Returns a function that removes parameters from this page's query once the page has acted on them, however much later. */
export function useDropFromQuery(): (names: readonly string[]) => void {
  const { location, dropFromQuery } = useRouting();
  const { pathname } = location;
  return useCallback((names) => dropFromQuery(pathname, names), [pathname, dropFromQuery]);
}

/** Resolves an address for use in a link. */
export const useHref = (to: string): string => resolveHref(to, useLocation());

export const useLocation = (): Location => useRouting().location;
