import { DecideButtons } from '../features/decisions/decide-buttons.tsx';
import { DecisionList } from '../features/decisions/decision-list.tsx';
import { ReviewQueue } from '../features/risk/review-queue.tsx';

export function Page() {
  return (
    <div className="grid gap-10">
      <ReviewQueue actions={(item) => <DecideButtons item={item} />} />
      <DecisionList show="answered" title="Appeals to answer" />
      <DecisionList show="standing" title="Active decisions" />
    </div>
  );
}
