import { describe } from 'vitest';
import { testMeetings } from './orders/meetings.ts';
import { testPayouts } from './orders/payouts.ts';
import { testProblems } from './orders/problems.ts';
import { testReviews } from './orders/reviews.ts';
import { testSale } from './orders/sale.ts';
import { openOneProcess } from './orders/sides.ts';

const sides = openOneProcess();

describe('Two people on their phones, with one process on SQLite', () => {
  for (const testJourneys of [testSale, testMeetings, testProblems, testReviews, testPayouts]) testJourneys(sides);
});
