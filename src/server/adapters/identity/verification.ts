import { escapeHtml, plainPage } from '../../http/plain-page.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { IdentityMails } from '../../ports/mailer.ts';
import { refusalResponse } from './refusals.ts';

export const VERIFICATION_PATH = '/send-verification-email';

/** Where a verification mail's link leads; the query's `token` proves the mailbox. */
export const CONFIRM_PATH = '/verify-email';

/** Says how it went. */
export const VERIFIED_PAGE = '/email-verified';

/** The path of the library's link, with nobody's word for where it leads in the end. */
export const toConfirmLink = (url: string): string => {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('callbackURL');
  return `${pathname}?${searchParams}`;
};

/** Asks whoever followed the link: scanners of mails follow links, too, but press nothing, and an account must not change hands by them. */
export const confirmPage = (shopName: string): Response =>
  plainPage(
    'Is this your address?',
    `<h1>Is this your address?</h1>
    <p>Someone, most likely you, made an account at ${escapeHtml(shopName)} with the address that brought you here. If it was you, say so.</p>
    <form method="post"><button class="primary">Yes, it’s mine</button></form>
    <p class="note">If it wasn’t you, close this page: then nothing happens.</p>`,
  );

type Provisioning = { user: { emailVerified?: boolean }; source: { action: string } };

/** Refuses a provider's newcomer whose address it has not verified: whoever types another's address there would have the account before its owner comes. */
export const refuseUnproven = async ({ user, source }: Provisioning): Promise<{ error: string } | undefined> =>
  source.action === 'create-user' && !user.emailVerified ? { error: 'email_not_verified' } : undefined;

const tooMany = (seconds: number): Response => {
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  const message = `A mail is on its way to you already. Look for it, also among the unwanted ones; in ${wait} you can ask for another.`;
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(seconds) }));
};

/** Whoever is signed in may ask for a mail to their own address, now and then: the request to pass on, or a refusal. */
export const checkVerificationRequest = async (
  request: Request,
  { caller, mails }: { caller: ProvenIdentity | null; mails: IdentityMails },
): Promise<Request | Response> => {
  if (!caller) return refusalResponse(401, { message: 'Please sign in first.', code: 'not_signed_in' });
  const seconds = await mails.verificationWait(caller.email);
  if (seconds > 0) return tooMany(seconds);
  return new Request(request, { body: JSON.stringify({ email: caller.email }) });
};
