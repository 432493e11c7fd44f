export { findPhotoOrigins } from './origins.ts';
export { countGenerated, hasPhotos } from './queries.ts';
export { sweepImages } from './sweep.ts';
export { giveUpImages, giveUpImagesLater, markImagesUsed, requireStored } from './use.ts';
export { markImageUnused, writeSmallImage } from './write-queries.ts';
