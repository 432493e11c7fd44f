export { createAssessing } from './assess.ts';
export { assessListingsOf, forgetClearance, markCleared } from './queries.ts';
