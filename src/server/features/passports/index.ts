export { noteEdited, noteListed, noteRegister, noteRemoved, noteRestored } from './commands.ts';
export { noteHandedOver, noteSaleUndone, noteSold } from './order-commands.ts';
export { isOwner } from './queries.ts';
export { beginPassports } from './sweep.ts';
export { type NotedTest, noteRerun, noteTest } from './test-commands.ts';
