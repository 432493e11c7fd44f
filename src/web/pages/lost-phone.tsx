import { MyReports } from '../features/lost-phones/my-reports.tsx';
import { ReportForm } from '../features/lost-phones/report-form.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid max-w-3xl gap-8">
      <section className="grid gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl md:text-3xl">Phone lost or stolen?</h1>
          <p className="max-w-prose text-muted">
            Report it here. Once we’ve checked your proof, no one can sell it in this shop. Our list isn’t the carriers’ worldwide blocklist, so also ask your
            carrier to block the phone and file a police report.
          </p>
        </div>
        <ReportForm email={session.identity.email} />
      </section>
      <MyReports />
    </div>
  );
}
