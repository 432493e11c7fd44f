export { findAlike } from './find-alike.ts';
export { closeMatch, countSeenPhotos, findMatch, findSeen, notePhotos, type SeenRow } from './queries.ts';
export { recognisePhotos } from './sweep.ts';
