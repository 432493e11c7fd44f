export { closeReportsOfGone } from './commands.ts';
export { closeReports, findOpenReports, findReporters, linkReports, reopenReports } from './queries.ts';
