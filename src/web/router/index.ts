export {
  type AnyView,
  RouterProvider,
  StaticRouterProvider,
  useDropFromQuery,
  useIsLeaving,
  useLocation,
  useNavigate,
  usePageIds,
  useParams,
  useRouting,
  useSearchParams,
} from './context.tsx';
export { Form, Link, Navigate, NavLink } from './link.tsx';
export type { Location } from './location.ts';
export { matchPath, type Params } from './matching.ts';
export { createRouter } from './router.ts';
export { ScrollRestoration } from './scroll.tsx';
