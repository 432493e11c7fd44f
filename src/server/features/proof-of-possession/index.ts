export { attachPossessionPhoto } from './commands.ts';
export { findShownPhoto } from './queries.ts';
