export { sweepImages } from './sweep.ts';
export { useImages } from './use.ts';
