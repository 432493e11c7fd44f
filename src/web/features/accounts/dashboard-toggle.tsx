import { useLocation } from '../../router/index.ts';
import { DrawerToggle } from '../../ui/drawer.tsx';
import { useSession } from '../../use-app.tsx';

/** The id of the dashboard's menu on small screens. */
export const DASHBOARD_DRAWER = 'dashboard-drawer';

/** Opens the dashboard's menu from the navigation bar on small screens. */
export function DashboardToggle() {
  const { pathname } = useLocation();
  const session = useSession();
  if (session.status !== 'signed-in' || !/^\/dashboard(\/|$)/u.test(pathname)) return null;
  return <DrawerToggle drawerId={DASHBOARD_DRAWER} label="Dashboard menu" />;
}
