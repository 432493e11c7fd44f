import type { Review } from '#contract/reviews.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useReportReview } from './queries.ts';

type ReportReviewDialogProps = { review: Review; name: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks what is wrong with a review, and sends it to the admins. */
export function ReportReviewDialog({ review, ...dialog }: ReportReviewDialogProps) {
  const report = useReportReview();
  return (
    <ReasonDialog
      {...dialog}
      draft={`review-report:${review._id}`}
      send="Report"
      title="Report this review?"
      consequence="We’ll look at it and tell you the outcome. Its author won’t know who reported it."
      label="What’s wrong with it?"
      missing="Tell us what’s wrong with it."
      variant="quiet"
      onSubmit={(reason) => report.mutateAsync({ id: review._id, reason })}
    />
  );
}
