export { forgetErased } from './commands.ts';
