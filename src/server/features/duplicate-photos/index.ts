export { findAlike } from './find-alike.ts';
export { countDuplicatePhotos, forgetPhotos, notePhotos } from './queries.ts';
export { recognizePhotos } from './sweep.ts';
