export { type CheckedPhone, checkPhone, nameByImei } from './check.ts';
export { askAboutModel, recordClaim } from './commands.ts';
export { lockPhoneOf, takePhone } from './queries.ts';
export { alreadyListed, requireFree, requireListable } from './rules.ts';
