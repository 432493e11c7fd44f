export { sweepImages } from './sweep.ts';
export { giveUpImages, markImagesUsed, requireKept } from './use.ts';
