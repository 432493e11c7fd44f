import { useQuery } from '@tanstack/react-query';
import { useLateDialog } from '../../ui/use-late-dialog.ts';
import { useApp } from '../../use-app.tsx';
import { ReportIt, Status } from './report-labels.tsx';
import { type Reportable, reportedStatusOptions, useReport } from './report-queries.ts';

/** Reports a listing after asking for a reason; once reported it says so and does nothing more. */
export function ReportListing({ listing }: { listing: Reportable }) {
  const { api } = useApp();
  const known = useQuery(reportedStatusOptions(api, listing)).data;
  const status = listing.reportedStatus ?? known;
  const report = useReport(listing);
  // Few people report anything.
  const { Dialog, open, show, setOpen } = useLateDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);
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
