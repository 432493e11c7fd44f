import { ReportedReviews } from '../features/reviews/reported-reviews.tsx';

export const Page = () => <ReportedReviews />;
