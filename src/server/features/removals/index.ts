export { putBack, removeListingsOf, restoreListingsOf, takeOff } from './commands.ts';
export { lockTrades } from './people-commands.ts';
