export { dropMeeting, endMeetings, resumeMeeting } from './commands.ts';
export { sweepReminders } from './reminders-commands.ts';
export { otherSide } from './rules.ts';
