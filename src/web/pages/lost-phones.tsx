import { ImeiQuestions } from '../features/imei/imei-questions.tsx';
import { LostPhonesQueue } from '../features/lost-phones/lost-phones-queue.tsx';

export function Page() {
  return (
    <div className="grid gap-10">
      <LostPhonesQueue />
      <ImeiQuestions />
    </div>
  );
}
