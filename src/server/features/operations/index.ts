export { createReadyChecks } from './checks.ts';
export { addGauges } from './gauges.ts';
