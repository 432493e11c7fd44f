export { createAlerting } from './sweep-commands.ts';
export { serveUnsubscribing } from './unsubscribe-routes.ts';
