import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { type Roles, rolesOptions } from '../features/accounts/queries.ts';
import { Navigate, useLocation } from '../router/index.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useApp, useSession } from '../use-app.tsx';
import { loginTarget, type Need } from './login-target.ts';

/** Who may see a page. `buyer`: logged in, and neither seller nor admin. */
export type Access = 'public' | 'signed-in' | 'buyer' | 'seller' | 'admin';

/** Shows a page to those who may see it and sends others to /login, which returns them here. */
export function Guard({ access, children }: { access: Exclude<Access, 'public'>; children: ReactNode }) {
  const session = useSession();
  const { start } = useApp().session;
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'unknown') return <NoReply onRetry={start} />;
  if (session.status === 'signed-out') return <SendToLogin />;
  const { email } = session.identity;
  // By its key, a page begins anew with another person: its forms hold what the one before typed.
  if (access === 'signed-in') return <Fragment key={email}>{children}</Fragment>;
  return (
    <RoleGuard key={email} need={access} email={email}>
      {children}
    </RoleGuard>
  );
}

export function SendToLogin({ needs }: { needs?: Need }) {
  const { pathname, search, hash } = useLocation();
  const { to, state } = loginTarget(`${pathname}${search}${hash}`, needs);
  return <Navigate to={to} state={state} />;
}

function RoleGuard({ need, email, children }: { need: Need; email: string; children: ReactNode }) {
  const { api } = useApp();
  const { data: roles, isFetching, refetch } = useQuery(rolesOptions(api, email));
  if (roles) return isFor(need, roles) ? children : <SendToLogin needs={need} />;
  if (isFetching) return <PageSpinner />;
  return <NoReply onRetry={refetch} />;
}

function NoReply({ onRetry }: { onRetry: () => Promise<unknown> }) {
  return (
    <div className="page-width py-16">
      <FailedRead message="We couldn’t load your account." onRetry={() => void onRetry()} />
    </div>
  );
}

const isFor = (access: Need, { isAdmin, isSeller }: Roles): boolean => (access === 'buyer' ? !isAdmin && !isSeller : access === 'admin' ? isAdmin : isSeller);
