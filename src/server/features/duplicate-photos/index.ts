export { findAlike } from './find-alike.ts';
export { countDuplicatePhotos, notePhotos } from './queries.ts';
export { recognizePhotos } from './sweep.ts';
