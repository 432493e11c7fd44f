export type { Letter } from './email-message.ts';
export { bookedLetter, personRemovedLetter, personRestoredLetter, phoneBookedLetter } from './emails.ts';
export { createIdentityMails } from './identity-mails.ts';
export { findPostedMoments, postMails } from './queries.ts';
export { createSending, type SendingEvent } from './sending.ts';
