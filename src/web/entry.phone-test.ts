import { startPhoneTest } from './phone-test/start.ts';

void startPhoneTest();
