import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { type ComponentProps, type ComponentType, useState } from 'react';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { classNames } from '../../ui/class-names.ts';
import { showError } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp, useSession } from '../../use-app.tsx';
import type { ReportDialog } from './report-dialog.tsx';
import { type Reportable, reportedStatusOptions, useReport } from './report-queries.ts';

const LOOK =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-xl px-3 text-sm font-medium whitespace-nowrap text-muted enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink max-sm:in-[article]:px-1';

type DialogType = ComponentType<ComponentProps<typeof ReportDialog>>;

/** Reports a listing after asking for a reason; once reported it says so and does nothing more. */
export function ReportButton({ listing, className }: { listing: Reportable; className?: string }) {
  const { api } = useApp();
  const session = useSession();
  const known = useQuery(reportedStatusOptions(api, listing)).data;
  const report = useReport(listing);
  const { Dialog, open, show, close } = useReportDialog();
  if (known === undefined) return null;
  const status = listing.reportedStatus ?? known;
  if (status === null && session.status !== 'signed-in') return <LoginToReport />;
  return (
    <>
      <button
        type="button"
        disabled={status !== null || report.isPending}
        aria-busy={report.isPending || undefined}
        aria-haspopup="dialog"
        onClick={() => void show()}
        className={classNames(LOOK, className)}
      >
        {status === null ? <ReportIt /> : <Status text={status} />}
      </button>
      {Dialog && <Dialog name={listing.model_name} open={open} onClose={close} onReport={report.mutateAsync} />}
    </>
  );
}

/** The dialog, whose code loads with the first press: few people report anything. */
function useReportDialog() {
  const [loaded, setLoaded] = useState<{ Dialog: DialogType } | null>(null);
  const [open, setOpen] = useState(false);
  const show = useSingleFlight(async () => {
    try {
      const { ReportDialog: Dialog } = await import('./report-dialog.tsx');
      setLoaded({ Dialog });
      setOpen(true);
    } catch {
      showError('Something didn’t load. Check your connection and try again.');
    }
  });
  return { Dialog: loaded?.Dialog ?? null, open, show, close: () => setOpen(false) };
}

function LoginToReport() {
  const { pathname, search } = useLocation();
  return (
    <Link to={loginTarget(`${pathname}${search}`).to} className={LOOK}>
      <ReportIt />
    </Link>
  );
}

/** On the smallest screens' rows a filled flag stands for it. */
function Status({ text }: { text: string }) {
  return (
    <>
      <Flag className="hidden size-4 fill-current max-[22rem]:in-[article]:block" aria-hidden="true" />
      <span className="max-[22rem]:in-[article]:sr-only">{text}</span>
    </>
  );
}

/** On a phone's row only the icon has room. */
function ReportIt() {
  return (
    <>
      <Flag className="size-4" aria-hidden="true" />
      <span className="max-sm:in-[article]:sr-only">Report this item</span>
    </>
  );
}
