export { sweepRefunds } from './settle.ts';
