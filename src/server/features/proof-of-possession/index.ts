export { attachInHand, findShownPhoto } from './queries.ts';
export { letGoOfInHandPhotos } from './sweep.ts';
