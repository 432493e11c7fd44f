export { describeOrderTest, readOrderTest } from './order-test.ts';
export { findPublishedTest } from './queries.ts';
export { toPublished } from './record.ts';
export { forgetPhoneTests } from './sweep.ts';
