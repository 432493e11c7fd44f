export { sweepImages } from './sweep.ts';
export { requireKept, useImages } from './use.ts';
