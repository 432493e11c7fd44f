export { describeOrderTest, readOrderTest } from './order-test.ts';
export { forgetPhoneTests } from './sweep.ts';
