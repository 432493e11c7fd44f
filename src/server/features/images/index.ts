export { sweepImages } from './sweep.ts';
export { giveUpImages, requireKept, useImages } from './use.ts';
