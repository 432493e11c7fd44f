import { ReceiptCodes } from '../features/passports/receipt-codes.tsx';
import { ReceiptView } from '../features/payments/receipt.tsx';
import { useParams } from '../router/index.ts';

export function Page() {
  const { id = '' } = useParams();
  return (
    <section className="grid max-w-2xl gap-6 print:max-w-none">
      <h1 className="text-2xl print:hidden">Receipt</h1>
      <ReceiptView key={id} orderId={id} below={<ReceiptCodes orderId={id} />} />
    </section>
  );
}
