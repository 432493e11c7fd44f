export type { EmailMessage } from './email-message.ts';
export { findPostedMoments, isReachable, lockMailbox, postMails } from './queries.ts';
export { createSending, type SendingEvent } from './sending.ts';
