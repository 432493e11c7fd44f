import { INTERLEAVINGS, testInterleavings } from './payments.model.ts';

// As many files as there are cores to run them.
testInterleavings(INTERLEAVINGS / 2, INTERLEAVINGS);
