export type { EmailMessage } from './email-message.ts';
export { bookedEmail, personRemovedEmail, personRestoredEmail, phoneBookedEmail } from './emails.ts';
export { createIdentityMails } from './identity-mails.ts';
export { findPostedMoments, postMails } from './queries.ts';
export { createSending, type SendingEvent } from './sending.ts';
