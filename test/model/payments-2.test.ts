import { INTERLEAVINGS, testInterleavings } from './payments.model.ts';

// One file for each core that runs them.
testInterleavings(INTERLEAVINGS / 2, INTERLEAVINGS);
