import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useApp } from '../../use-app.tsx';
import { secondFactorOptions } from './second-factor-queries.ts';

const SECURITY = '/dashboard/security';
/** Pages about the user's own account, for admins too. */
const OWN = [SECURITY, '/dashboard/myData'];

/** Replaces an admin's pages until they turn on the second factor that the shop requires, and says how. */
export function SecondFactorNeeded({ children }: { children: ReactNode }) {
  const { api } = useApp();
  const { pathname } = useLocation();
  const { data, isPending } = useQuery(secondFactorOptions(api));
  // Until then, the page's requests are rejected.
  if (isPending) return <PageSpinner />;
  if (!data?.needed) return children;
  return (
    <div className="grid gap-8">
      <div role="alert" className="grid justify-items-start gap-4 rounded-2xl bg-warning-soft p-5 text-warning">
        <p className="max-w-prose">Admins need two-factor authentication. Turn it on to get back to your admin pages.</p>
        {pathname !== SECURITY && <ButtonLink to={SECURITY}>Turn on</ButtonLink>}
      </div>
      {OWN.includes(pathname) && children}
    </div>
  );
}
