import type { Booking } from '#contract/orders.ts';
import { type Api, ApiError } from '../../api.ts';

/** Waits between attempts, in milliseconds: about a minute in all. */
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Reports to the shop that an order was paid, and retries while the shop can't be reached. Throws the shop's rejection or the last failure. */
export async function reportPayment(api: Pick<Api, 'call'>, order: Booking, transactionId: string, wait: (ms: number) => Promise<void>): Promise<void> {
  const body = toPayment(order, transactionId);
  for (const ms of WAITS_MS) {
    try {
      await api.call('POST /payments/:productId', { params: { productId: order.productId }, body });
      return;
    } catch (error) {
      if (!isWorthRetrying(error)) throw error;
      await wait(ms);
    }
  }
  await api.call('POST /payments/:productId', { params: { productId: order.productId }, body });
}

function toPayment({ _id, email, price, phone, buyerName, ProductName }: Booking, transactionId: string) {
  return {
    email,
    price,
    phone,
    buyerName,
    ProductName,
    orderId: _id,
    transactionId,
  };
}

const isWorthRetrying = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
