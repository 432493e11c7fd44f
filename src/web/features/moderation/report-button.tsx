import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { loginTarget } from '../../login-target.ts';
import { Link, useLocation } from '../../router/index.ts';
import { useSession, useShop } from '../../shop.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { type Reportable, reportedStatusOptions, useReport } from './queries.ts';

const LOOK =
  'inline-flex min-h-11 items-center gap-2 rounded-xl px-3 text-sm font-medium text-muted enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink';

const Words = ({ children }: { children: string }) => (
  <>
    <Flag className="size-4" aria-hidden="true" />
    {children}
  </>
);

const LoginToReport = () => {
  const { pathname, search } = useLocation();
  return (
    <Link to={loginTarget(`${pathname}${search}`).to} className={LOOK}>
      <Words>Report this item</Words>
    </Link>
  );
};

/** Reports a listing to the shop; once it is reported it says so and does nothing more. */
export const ReportButton = ({ listing, className }: { listing: Reportable; className?: string }) => {
  const { api } = useShop();
  const session = useSession();
  const known = useQuery(reportedStatusOptions(api, listing)).data;
  const report = useReport(listing);
  const send = useSingleFlight(() => report.mutateAsync().catch(() => null));
  if (known === undefined) return null;
  const status = listing.reportedStatus ?? known;
  if (status === null && session.status !== 'signed-in') return <LoginToReport />;
  return (
    <button
      type="button"
      disabled={status !== null || report.isPending}
      aria-busy={report.isPending || undefined}
      onClick={() => void send()}
      className={classNames(LOOK, className)}
    >
      <Words>{status ?? 'Report this item'}</Words>
    </button>
  );
};
