export { putBack, removeListing, removeListingsOf, restoreListingsOf, takeOff } from './commands.ts';
