export { type CheckedPhone, checkPhone, nameByImei } from './check.ts';
export { askAboutModel, recordClaim } from './commands.ts';
export { isPhoneUnderReview, lockPhoneOf, takePhone } from './queries.ts';
export { alreadyListed, type PhoneState, requireFree } from './rules.ts';
