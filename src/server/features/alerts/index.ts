export { createSavedSearches, type SavedSearches } from './searches.ts';
export { createAlerting } from './sweep-commands.ts';
export { serveUnsubscribing } from './unsubscribe-routes.ts';
