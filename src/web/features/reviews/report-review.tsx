import type { Review } from '#contract/reviews.ts';
import { useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useLateDialog } from '../../ui/use-late-dialog.ts';
import { useSession } from '../../use-app.tsx';

/** Reports a review after asking what is wrong with it; visitors log in first. */
export function ReportReview({ review }: { review: Review }) {
  const session = useSession();
  const { pathname } = useLocation();
  const { Dialog, open, show, setOpen } = useLateDialog(async () => (await import('./report-review-dialog.tsx')).ReportReviewDialog);
  const name = `Report the review by ${review.author ?? 'a former member'}`;
  if (session.status !== 'signed-in') {
    const { to, state } = loginTarget(pathname);
    return (
      <ButtonLink to={to} state={state} variant="quiet" size="small" aria-label={name}>
        Report
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant="quiet" size="small" aria-label={name} onClick={() => void show()}>
        Report
      </Button>
      {Dialog && <Dialog review={review} name={name} open={open} onOpenChange={setOpen} />}
    </>
  );
}
