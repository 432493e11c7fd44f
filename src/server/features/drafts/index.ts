export { claimDraft, findPublished } from './queries.ts';
