import { startVerifying } from './phone-test/verify/start.ts';

startVerifying();
