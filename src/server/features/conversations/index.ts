export { readAnswers } from './answers.ts';
export { findBlocks } from './block-queries.ts';
export { sweepUnread } from './mail-commands.ts';
export { findMessagesBetween } from './message-queries.ts';
export { writeAboutOffer } from './offer-commands.ts';
export { findConversation } from './queries.ts';
export { requireConversation } from './rules.ts';
