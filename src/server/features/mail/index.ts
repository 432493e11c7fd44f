export { createIdentityMails } from './identity-mails.ts';
export type { Letter } from './letter.ts';
export { bookedLetter, personRemovedLetter, personRestoredLetter, phoneBookedLetter } from './letters.ts';
export { findPostedMoments, postMails } from './queries.ts';
export { createSending, type SendingEvent } from './sending.ts';
