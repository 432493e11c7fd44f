import { describe } from 'vitest';
import { testHandovers } from './orders/handovers.ts';
import { testMeetings } from './orders/meetings.ts';
import { testPayouts } from './orders/payouts.ts';
import { testProblems } from './orders/problems.ts';
import { testReviews } from './orders/reviews.ts';
import { testSale } from './orders/sale.ts';
import { openTwoProcesses } from './orders/sides.ts';

const sides = openTwoProcesses();

describe('Two people on their phones, each with a process of their own on one PostgreSQL', () => {
  for (const testJourneys of [testSale, testMeetings, testHandovers, testProblems, testReviews, testPayouts]) testJourneys(sides);
});
