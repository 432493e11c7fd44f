export { sweepUnread } from './mail-commands.ts';
