import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLateDialog } from '../../ui/use-late-dialog.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { type Reportable, reportedStatusOptions, useReport } from './report-queries.ts';

/** Reports a listing after asking for a reason; once reported it says so and does nothing more. Nobody reports their own. */
export function ReportButton({ listing }: { listing: Reportable }) {
  const { api } = useApp();
  const session = useSession();
  const known = useQuery(reportedStatusOptions(api, listing)).data;
  const report = useReport(listing);
  // Few people report anything.
  const { Dialog, open, show, setOpen } = useLateDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);
  const status = listing.reportedStatus ?? known;
  if (session.status === 'signed-in' && session.identity.email.toLowerCase() === listing.sellerEmail) return null;
  if (status === null && session.status !== 'signed-in') return <LoginToReport />;
  return (
    <>
      <button
        type="button"
        disabled={status !== null || report.isPending}
        aria-busy={report.isPending || undefined}
        aria-haspopup="dialog"
        onClick={() => void show()}
        className="report-button"
      >
        {status === null ? <ReportIt /> : <Status text={status} />}
      </button>
      {Dialog && <Dialog draft={`report:${listing._id}`} name={listing.model_name} open={open} onClose={() => setOpen(false)} onReport={report.mutateAsync} />}
    </>
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

/** On the smallest screens' rows a filled flag stands for it. */
function Status({ text }: { text: string }) {
  return (
    <>
      <Icon name="flag" className="hidden size-4 fill-current max-[22rem]:in-[article]:block" />
      <span className="max-[22rem]:in-[article]:sr-only">{text}</span>
    </>
  );
}

/** On a phone's row only the icon has room. */
function ReportIt() {
  return (
    <>
      <Icon name="flag" className="size-4" />
      <span className="max-sm:in-[article]:sr-only">Report this item</span>
    </>
  );
}
