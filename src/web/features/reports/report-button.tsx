import { Link, useLocation } from '../../router/index.ts';
import { isOwnListing } from '../../session/is-own-listing.ts';
import { loginTarget } from '../../session/login-target.ts';
import { useLate } from '../../ui/use-late.ts';
import { useSession } from '../../use-app.tsx';
import { ReportIt, Status } from './report-labels.tsx';
import type { Reportable } from './report-queries.ts';

/** Reports a listing; once reported it says so and does nothing more. Nobody reports their own. */
export function ReportButton({ listing }: { listing: Reportable }) {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  // Visitors don't load it, and without it the way through the login stays.
  const { part: ReportListing } = useLate(async () => (await import('./report-listing.tsx')).ReportListing, isSignedIn);
  if (isOwnListing(session, listing)) return null;
  if (isSignedIn && ReportListing) return <ReportListing listing={listing} />;
  if (listing.reportedStatus === null) return <LoginToReport />;
  return (
    <button type="button" disabled className="report-button">
      <Status text={listing.reportedStatus} />
    </button>
  );
}

function LoginToReport() {
  const { pathname, search } = useLocation();
  return (
    <Link to={loginTarget(`${pathname}${search}`).to} className="report-button">
      <ReportIt />
    </Link>
  );
}
