export { queuePushes } from './queue-commands.ts';
export { createPushing } from './sending.ts';
