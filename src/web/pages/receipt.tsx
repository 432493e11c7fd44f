import { ReceiptView } from '../features/payments/receipt.tsx';
import { useParams } from '../router/index.ts';

export function Page() {
  const { id = '' } = useParams();
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="text-2xl">Receipt</h1>
      <ReceiptView key={id} orderId={id} />
    </section>
  );
}
