export { type CheckedPhone, checkPhone, nameByImei } from './check.ts';
export { askAboutModel, findAdmins, isPhoneUnderReview, lockPhoneOf, recordClaim, takePhone } from './queries.ts';
export { alreadyListed, type PhoneState, requireFree } from './rules.ts';
