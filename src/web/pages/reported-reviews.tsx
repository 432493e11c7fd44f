export { ReportedReviews as Page } from '../features/reviews/reported-reviews.tsx';
