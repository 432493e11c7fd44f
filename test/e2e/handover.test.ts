import { describe } from 'vitest';
import { testHandovers } from './orders/handovers.ts';
import { openOneProcess } from './orders/sides.ts';

const sides = openOneProcess();

describe('Two people on their phones, with one process on SQLite', () => testHandovers(sides));
