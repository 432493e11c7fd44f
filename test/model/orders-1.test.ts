import { INTERLEAVINGS, testOrders } from './orders.model.ts';

const only = process.env.MODEL_SEED;
if (only === undefined) testOrders(0, INTERLEAVINGS / 2);
else testOrders(Number(only), Number(only) + 1);
