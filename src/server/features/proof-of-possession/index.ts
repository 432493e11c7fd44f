export { attachPossessionPhoto, findShownPhoto } from './queries.ts';
export { releasePossessionPhotos } from './sweep.ts';
