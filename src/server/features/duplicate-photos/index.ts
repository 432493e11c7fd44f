export { findAlike } from './find-alike.ts';
export { forgetPhotos, notePhotos } from './listing-photo-queries.ts';
export { countDuplicatePhotos } from './queries.ts';
export { recognizePhotos } from './sweep.ts';
