/** Links to a new password that were kept as they are in the mail; they would have lived for an hour. From now on only a hash of each is kept. */
export const forgetPlainResetLinks = [`delete from identity_verifications where "identifier" like 'reset-password:%'`];
