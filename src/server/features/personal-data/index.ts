export { forgetErased } from './erase.ts';
