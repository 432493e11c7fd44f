export { findAlike } from './find-alike.ts';
export { closeMatch, countDuplicatePhotos, type DuplicatePhotoRow, findDuplicatePhotos, findMatch, notePhotos } from './queries.ts';
export { recognisePhotos } from './sweep.ts';
