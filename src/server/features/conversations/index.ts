export { readAnswers } from './answers.ts';
export { sweepUnread } from './mail-commands.ts';
