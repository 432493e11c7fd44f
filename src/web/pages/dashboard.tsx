import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { DashboardMenu } from '../features/accounts/dashboard-menu.tsx';
import { DASHBOARD_DRAWER } from '../features/accounts/dashboard-toggle.tsx';
import { rolesOptions } from '../features/accounts/queries.ts';
import { SendUnsent } from '../features/handover/send-unsent.tsx';
import { ReadHere } from '../features/notifications/read-here.tsx';
import type { SignedInIdentity } from '../ports/identity.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Outlet } from '../ui/outlet.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useApp, useSession } from '../use-app.tsx';

const SecondFactorNeeded = lazy(async () => ({ default: (await import('../features/accounts/second-factor-needed.tsx')).SecondFactorNeeded }));

export function Page() {
  const session = useSession();
  return session.status === 'signed-in' ? <Dashboard identity={session.identity} /> : <PageSpinner />;
}

function Dashboard({ identity }: { identity: SignedInIdentity }) {
  const { api } = useApp();
  const roles = useQuery(rolesOptions(api, identity.email));
  if (roles.error && !roles.data) {
    return (
      <div className="page-width grid gap-6 py-10">
        <h1 className="text-2xl">Dashboard</h1>
        <FailedRead message="We couldn’t load your dashboard." onRetry={() => void roles.refetch()} busy={roles.isFetching} />
      </div>
    );
  }
  if (!roles.data) return <PageSpinner />;
  const menu = <DashboardMenu identity={identity} roles={roles.data} />;
  return (
    <div className="page-width grid gap-10 py-8 md:grid-cols-[15rem_minmax(0,1fr)] md:py-12 print:block print:py-0">
      <aside className="hidden md:block print:hidden">
        <div className="sticky top-24 -m-1 max-h-[calc(100dvh-6rem)] overflow-y-auto p-1">{menu}</div>
      </aside>
      <Drawer id={DASHBOARD_DRAWER}>{menu}</Drawer>
      <SendUnsent />
      <ReadHere />
      <div className="min-w-0">
        {roles.data.isAdmin ? (
          <Suspense fallback={<PageSpinner />}>
            <SecondFactorNeeded>
              <Outlet />
            </SecondFactorNeeded>
          </Suspense>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  );
}
