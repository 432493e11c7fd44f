export { restoreReview } from './commands.ts';
export { scopesOf } from './scopes.ts';
export { sweepShownReviews } from './shown-commands.ts';
