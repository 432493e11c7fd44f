import { INTERLEAVINGS, testInterleavings } from './payments.model.ts';

const only = process.env.MODEL_SEED;
if (only === undefined) testInterleavings(0, INTERLEAVINGS / 2);
else testInterleavings(Number(only), Number(only) + 1);
