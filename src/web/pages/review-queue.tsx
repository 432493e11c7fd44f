import { DecisionList } from '../features/moderation/decision-list.tsx';
import { ReviewQueue } from '../features/moderation/review-queue.tsx';

export const Page = () => (
  <div className="grid gap-10">
    <ReviewQueue />
    <DecisionList show="answered" title="Answers to settle" />
    <DecisionList show="standing" title="Decisions that stand" />
  </div>
);
