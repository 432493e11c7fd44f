export { decide, recordMessageWarning } from './commands.ts';
export { endRemovals } from './notify-commands.ts';
export { findSubjectListing } from './subject-queries.ts';
export { toListingState } from './view.ts';
