export { countAppointments } from './no-show-queries.ts';
export { sweepReminders } from './reminders-commands.ts';
