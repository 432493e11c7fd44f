import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Sale } from '#contract/payments/payments.ts';
import type { SalePayout } from '#contract/payouts.ts';
import { SaleMoney } from './sale-money.tsx';

const SALE: Omit<Sale, 'payout'> = {
  ...{ orderId: 'order', productId: 'phone', ProductName: 'Galaxy S21', image: '', storage: '128 GB', color: 'Gray', amount: 3, fee: 3 },
  ...{ buyerName: 'Ada', gone: false, phone: '', buyerRecord: { kept: 0, all: 0, rating: null }, meeting_location: '' },
  ...{ state: 'paid', soldAt: '2026-11-01T00:00:00.000Z', paidOutAt: null, dispute: null, fulfillment: null },
};
const DUE: SalePayout = { state: 'due', waitsFor: null, refunded: 0, fee: 3, offset: 0, net: 0, takenBack: 0, owed: 0, paidAt: null };

const textOf = (payout: SalePayout): string => renderToStaticMarkup(<SaleMoney sale={{ ...SALE, payout }} />).replace(/<[^>]*>/gu, ' ');

test.each([
  ['due', 'no_account'],
  ['reversed', null],
] as const)('No money is said to be on its way to the seller where the fee is all of the price (%s)', (state, waitsFor) => {
  expect(textOf({ ...DUE, state, waitsFor })).toContain('Nothing is left to pay out');
});

test('Money is on its way to the seller of a completed sale', () => {
  expect(textOf({ ...DUE, fee: 1, net: 2 })).toContain('On its way to you');
});
