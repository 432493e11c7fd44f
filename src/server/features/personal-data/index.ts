export { eraseRemoved, forgetErased } from './commands.ts';
