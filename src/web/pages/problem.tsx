import { OrderHistory } from '../features/orders/order-history.tsx';
import { ProblemFileView } from '../features/problems/problem-file.tsx';
import { useParams } from '../router/index.ts';

export function Page() {
  const { id = '' } = useParams();
  return (
    <section className="flex max-w-3xl flex-col gap-5">
      <h1 className="text-2xl">Problem</h1>
      <ProblemFileView
        key={id}
        orderId={id}
        history={({ fulfillment }) => <OrderHistory orderId={id} state={`${fulfillment.state} ${fulfillment.dueAt}`} seenBy="other" />}
      />
    </section>
  );
}
