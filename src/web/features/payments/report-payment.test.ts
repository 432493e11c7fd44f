import { expect, test } from 'vitest';
import type { Booking } from '#contract/orders.ts';
import { ApiError, createApi } from '../../api.ts';
import { reportPayment } from './report-payment.ts';

const ORDER: Booking = {
  _id: 'o1',
  productId: 'p1',
  productStatus: 'available',
  ProductName: 'Galaxy S21',
  image: '/images/x',
  price: 250,
  listPrice: 250,
  priceNow: null,
  agreedUntil: null,
  discount: 0,
  discountState: 'none',
  buyerName: 'Robin',
  email: 'robin@practice.test',
  phone: '555',
  meeting_location: 'Station',
  paid: false,
  state: 'booked',
  bookedAt: '2026-01-01T00:00:00.000Z',
  transactionId: null,
  closedReason: null,
  refunded: false,
  heldUntil: null,
  waiting: false,
  line: null,
  storage: '128 GB',
  color: 'Phantom Gray',
  seller: null,
  imeiLast4: null,
  dispute: null,
  fulfillment: null,
  mayReview: false,
};

function reply(status: number, body: unknown) {
  return new Response(JSON.stringify(body), { status });
}

/** A server that replies with one status after another. 0: no reply. */
function answering(...statuses: number[]) {
  const sent: { path: string; body: unknown }[] = [];
  const waited: number[] = [];
  const api = createApi(async (path, init) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    const status = statuses[Math.min(sent.length, statuses.length) - 1] ?? 201;
    if (status === 0) throw new TypeError('no network');
    return reply(status, status < 300 ? { acknowledged: true } : { message: `said ${status}`, code: 'internal' });
  });
  return { api, sent, waited, wait: async (ms: number) => void waited.push(ms) };
}

test('Reports everything that the specification names', async () => {
  const { api, sent, wait } = answering(201);
  await reportPayment(api, ORDER, 'pi_1', wait);
  expect(sent).toEqual([
    {
      path: '/payments/p1',
      body: { email: ORDER.email, price: 250, phone: '555', buyerName: 'Robin', ProductName: 'Galaxy S21', orderId: 'o1', transactionId: 'pi_1' },
    },
  ]);
});

test('Retries an unreachable shop with growing waits', async () => {
  const { api, sent, waited, wait } = answering(0, 503, 201);
  await reportPayment(api, ORDER, 'pi_1', wait);
  expect(sent).toHaveLength(3);
  expect(waited).toEqual([1000, 2000]);
});

test('Does not retry a rejection', async () => {
  const { api, sent, wait } = answering(409);
  await expect(reportPayment(api, ORDER, 'pi_1', wait)).rejects.toMatchObject({ status: 409, message: 'said 409' });
  expect(sent).toHaveLength(1);
});

test('Gives up on a shop that stays unreachable', async () => {
  const { api, sent, wait } = answering(0);
  await expect(reportPayment(api, ORDER, 'pi_1', wait)).rejects.toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(7);
});
