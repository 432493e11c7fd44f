import { describe } from 'vitest';
import { testSale } from './orders/sale.ts';
import { openTwoProcesses } from './orders/sides.ts';

const sides = openTwoProcesses();

// What one process shows of the other's; the rest of an order's life is tried on PostgreSQL without a browser, and in a browser on SQLite.
describe('Two people on their phones, each with a process of their own on one PostgreSQL', () => testSale(sides));
