import type { Review } from '#contract/reviews.ts';
import { useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useSession } from '../../use-app.tsx';
import { useReportReview } from './queries.ts';

/** Asks what is wrong with a review, and sends it to the admins; visitors log in first. */
export function ReportReview({ review }: { review: Review }) {
  const session = useSession();
  const { pathname } = useLocation();
  const report = useReportReview();
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
    <ReasonButton
      button="Report"
      name={name}
      title="Report this review?"
      consequence="We’ll look at it and tell you the outcome. Its author won’t know who reported it."
      label="What’s wrong with it?"
      missing="Tell us what’s wrong with it."
      variant="quiet"
      onSubmit={(reason) => report.mutateAsync({ id: review._id, reason })}
    />
  );
}
