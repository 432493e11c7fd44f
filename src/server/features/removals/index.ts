export { putBack, removeListing, removeListingsOf, takeOff } from './commands.ts';
