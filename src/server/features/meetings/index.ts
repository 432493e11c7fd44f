export { dropMeeting, resumeMeeting } from './commands.ts';
export { countAppointments } from './no-show-queries.ts';
export { sweepReminders } from './reminders-commands.ts';
