import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';
import { describeWait } from '../../errors.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { IdentityMails } from '../../ports/mailer.ts';
import { refusalResponse } from './refusals.ts';

export const VERIFICATION_PATH = '/send-verification-email';

/** The path of a verification email's link; the query's `token` proves the mailbox. */
export const CONFIRM_PATH = '/verify-email';

/** Shows whether verification succeeded, as its query says: with `verified` or `error`. */
export const VERIFIED_PAGE = '/email-verified';

type Provisioning = { user: { emailVerified?: boolean }; source: { action: string } };

/** Returns the path of the library's link without the redirect target that the request chose. */
export function toConfirmLink(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('callbackURL');
  return `${pathname}?${searchParams}`;
}

/** Refuses a provider's new account with an unverified address: someone could otherwise claim another person's address before its owner signs up. */
export async function refuseUnproven({ user, source }: Provisioning): Promise<{ error: string } | undefined> {
  return source.action === 'create-user' && !user.emailVerified ? { error: 'email_not_verified' } : undefined;
}

/** Lets a logged-in person request a verification email to their own address, within limits. Returns the request to pass on, or a refusal. */
export async function checkVerificationRequest(
  request: Request,
  { caller, mails }: { caller: ProvenIdentity | null; mails: IdentityMails },
): Promise<Request | Response> {
  if (!caller) return refusalResponse(401, { message: LOG_IN_FIRST, code: 'not_signed_in' });
  const seconds = await mails.verificationWait(caller.email);
  if (seconds > 0) return tooMany(seconds);
  return new Request(request, { body: JSON.stringify({ email: caller.email }) });
}

function tooMany(seconds: number): Response {
  const message = `We’ve already sent you an email. Check your inbox and spam folder. You can request another in ${describeWait(seconds)}.`;
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(seconds) }));
}
