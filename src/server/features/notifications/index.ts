export { notify, stopEmails } from './commands.ts';
export { buyerOf, type Recipient, type Words } from './message.ts';
export { isTopicOn } from './setting-queries.ts';
