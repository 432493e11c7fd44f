import { MyReports } from '../features/lost-phones/my-reports.tsx';
import { ReportForm } from '../features/lost-phones/report-form.tsx';
import { useSession } from '../use-app.tsx';

export const Page = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid max-w-3xl gap-8">
      <section className="grid gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl md:text-3xl">Lost a phone?</h1>
          <p className="max-w-prose text-muted">
            Report it, and once the shop has seen your proof nobody can sell it here. This is the shop’s own register, not the operators’ worldwide list: have
            the phone blocked by your operator, too, and tell the police.
          </p>
        </div>
        <ReportForm email={session.identity.email} />
      </section>
      <MyReports />
    </div>
  );
};
