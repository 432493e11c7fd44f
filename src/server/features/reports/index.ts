export { closeReports, findOpenReports, findReporters, linkReports, reopenReports } from './queries.ts';
