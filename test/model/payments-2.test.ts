import { testInterleavings } from './payments.model.ts';

// As many files as there are cores to run them.
testInterleavings(5000, 10_000);
