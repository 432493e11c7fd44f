export { sweepImages } from './sweep.ts';
export { giveUpImages, markImagesUsed, requireStored, toOwnAddress } from './use.ts';
export { markImageUnused, writeSmallImage } from './write-queries.ts';
