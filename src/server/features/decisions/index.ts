export { decide } from './commands.ts';
export { endDecisions } from './queries.ts';
export { findSubjectListing } from './subject-queries.ts';
export { toListingState } from './view.ts';
