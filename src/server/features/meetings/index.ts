export { dropMeeting, resumeMeeting } from './commands.ts';
export { sweepReminders } from './reminders-commands.ts';
