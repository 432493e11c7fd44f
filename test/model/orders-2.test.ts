import { INTERLEAVINGS, testOrders } from './orders.model.ts';

// One file for each core that runs them.
testOrders(INTERLEAVINGS / 2, INTERLEAVINGS);
