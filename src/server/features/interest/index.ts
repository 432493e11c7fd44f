export { closeViewDays } from './commands.ts';
export { createViewCounter, type ViewCounter } from './view-counter.ts';
