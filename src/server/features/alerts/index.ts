export { sweepAlerts } from './sweep-commands.ts';
