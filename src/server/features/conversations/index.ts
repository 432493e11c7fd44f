export { readAnswers } from './answers.ts';
export { sweepUnread } from './mail-commands.ts';
export { findConversation } from './queries.ts';
export { requireConversation } from './rules.ts';
