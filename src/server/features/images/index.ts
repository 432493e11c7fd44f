export { sweepImages } from './sweep.ts';
export { giveUpImages, markImagesUsed, requireKept, toOwnAddress } from './use.ts';
