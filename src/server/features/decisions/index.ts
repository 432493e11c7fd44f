export { decide, recordMessageWarning, recordReviewRemoval } from './commands.ts';
export { endRemovals } from './notify-commands.ts';
export { endReviewRemoval } from './queries.ts';
export { findSubjectListing } from './subject-queries.ts';
export type { Undo } from './undo-commands.ts';
export { toListingState } from './view.ts';
