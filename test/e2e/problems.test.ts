import { describe } from 'vitest';
import { openStage } from './conformance/stage.ts';
import { testOrderJourneys } from './order-journeys.ts';

const shop = openStage();

describe('Two people on their phones, with one process on SQLite', () => testOrderJourneys({ forBuyer: shop, forSeller: shop }));
