import { describe } from 'vitest';
import { testHandovers } from './orders/handovers.ts';
import { testSale } from './orders/sale.ts';
import { openTwoProcesses } from './orders/sides.ts';

const sides = openTwoProcesses();

// What happens between two browsers; the rest of an order's life is tried on PostgreSQL without one.
describe('Two people on their phones, each with a process of their own on one PostgreSQL', () => {
  for (const testJourneys of [testSale, testHandovers]) testJourneys(sides);
});
