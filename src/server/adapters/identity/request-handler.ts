import { checkAuthRequest } from './auth-handler.ts';
import { createConfirmation } from './confirmation.ts';
import { createGuarded } from './guarded.ts';
import { type BuiltinIdentityOptions, IDENTITY_BASE_PATH } from './library.ts';
import { createLibraryAnswers, type LibraryAnswersOptions } from './library-answers.ts';
import { networkKeyOfRequest } from './network-key.ts';
import { hashingFor, type SecretHashing } from './password-hashing.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { SIGN_IN_WINDOW_PATH, signInWindow } from './sign-in-window.ts';
import { CONFIRM_PATH, checkVerificationRequest, VERIFICATION_PATH } from './verification.ts';

type Options = BuiltinIdentityOptions &
  LibraryAnswersOptions & {
    guard: SignInGuard;
    hashing: SecretHashing;
    /** The id of the account whose password this request has reset. */
    resetBy(request: Request): string | undefined;
  };

/** Answers requests to built-in identity: validated, rate-limited and queued for hashing before the library sees them. */
export function createRequestHandler(options: Options) {
  const { guard, identify, mails } = options;
  const answer = createLibraryAnswers(options);
  const confirmation = createConfirmation(options);
  const guarded = createGuarded(options);

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === SIGN_IN_WINDOW_PATH) return signInWindow();
    if (pathname === `${IDENTITY_BASE_PATH}${CONFIRM_PATH}`) return confirm(request);
    const checked = await check(request);
    if (checked instanceof Response) return checked;
    const path = new URL(checked.url).pathname.slice(IDENTITY_BASE_PATH.length);
    return guarded(checked, path, (admitted) => ask(admitted, path));
  }

  async function confirm(request: Request): Promise<Response> {
    return guard.count(request, CONFIRM_PATH) ?? hashingFor({ network: networkKeyOfRequest(request), account: CONFIRM_PATH }, () => confirmation(request));
  }

  async function check(request: Request): Promise<Request | Response> {
    const checked = await checkAuthRequest(request, { basePath: IDENTITY_BASE_PATH, ownOrigin: new URL(request.url).origin });
    const isVerification = request.method === 'POST' && new URL(request.url).pathname === `${IDENTITY_BASE_PATH}${VERIFICATION_PATH}`;
    if (checked instanceof Response || !isVerification) return checked;
    return checkVerificationRequest(checked, { caller: await identify(checked.headers), mails });
  }

  async function ask(request: Request, path: string): Promise<Response> {
    const asked = request.clone();
    const { email = '' } = request.method === 'POST' ? ((await request.clone().json()) as { email?: string }) : {};
    const isKnown = (await guard.knownSince(request, email)) !== null;
    return hashingFor({ network: networkKeyOfRequest(request), account: email, isKnown }, () => answer(request, { path, asked, email }));
  }

  return handle;
}
