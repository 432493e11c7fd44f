export { createAssessing } from './assess.ts';
export { forgetClearance, markCleared } from './queries.ts';
