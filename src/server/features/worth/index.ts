export { type AskedPhone, findWorth, type LaunchOf } from './worth.ts';
