import { translatingErrors } from '../../db/trouble.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import { notingFault } from './oidc/faults.ts';
import { PASSKEY_OPTIONS_PATH } from './passkeys/plugin.ts';
import { provenHash } from './password-hashing.ts';
import { withLocalChooser } from './practice-google/practice-provider.ts';
import { toOurRefusal } from './refusals.ts';
import { notingNewSessions } from './second-factor/new-sessions.ts';
import { deleteSessionsById } from './second-factor/second-factor-queries.ts';
import type { createSignInChecks } from './sign-in-checks.ts';
import { VERIFICATION_PATH } from './verification.ts';
import { withoutTokens } from './without-tokens.ts';

export type LibraryAnswersOptions = Pick<BuiltinIdentityOptions, 'db' | 'alerts' | 'onFault'> & {
  auth: Auth;
  /** The library instance for people who come back from a provider. */
  forReturns(): Auth;
  identify: IdentityProvider['identify'];
  passChecks: ReturnType<typeof createSignInChecks>;
};
/** `asked`: an unread copy of the request; `email`: the address it names. */
type Asked = { path: string; asked: Request; email: string };

/** Passes requests to the library and turns its responses into the shop's. */
export function createLibraryAnswers({ db, alerts, onFault, auth, forReturns, identify, passChecks }: LibraryAnswersOptions) {
  async function answer(request: Request, { path, asked, email }: Asked): Promise<Response> {
    const { handler } = path.startsWith('/callback/') ? forReturns() : auth;
    // Anyone can create these rows: looking one up makes the library delete expired ones now and then.
    if (path === PASSKEY_OPTIONS_PATH) await (await auth.$context).internalAdapter.findVerificationValue('none');
    const made = await notingNewSessions(() =>
      notingFault(() =>
        translatingErrors(
          () => handler(request),
          (response) => cameToNothing(response, path),
        ),
      ),
    );
    const { outcome: response, fault } = made.outcome;
    if (fault && response.headers.has('location')) return withFault(response, fault.code);
    if (response.status >= 500) onFault('built-in identity failed', await response.clone().text());
    if (response.status === 401 && path === '/sign-in/email') await alerts.failed({ email, subject: null, way: 'password', why: 'wrong-password' });
    if (response.status >= 400) return toOurRefusal(response);
    if (path === '/sign-in/social') return withLocalChooser(response, request);
    const passed = await passChecks({ request: asked, path, response, made, proven: provenHash() });
    if (passed.isGiven) await endReplaced(asked.headers, made.sessions);
    return withoutTokens(passed.response);
  }

  /** A browser has one session: logging in again ends the earlier one. */
  async function endReplaced(headers: Headers, made: readonly { id: string }[]): Promise<void> {
    if (made.length === 0) return;
    const earlier = await identify(headers);
    if (earlier && !made.some(({ id }) => id === earlier.sessionId)) await deleteSessionsById(db, [earlier.sessionId]);
  }

  return answer;
}

/** The library turns database errors into its own refusals, and ignores an email that could not be queued. */
function cameToNothing({ status, headers }: Response, path: string): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('error=') || path === '/request-password-reset' || path === VERIFICATION_PATH;
}

/** better-auth reports every provider fault with the same error code; this replaces it with the actual one. */
function withFault(response: Response, code: string): Response {
  const address = new URL(response.headers.get('location') ?? '', 'http://shop.invalid');
  if (!address.searchParams.has('error')) return response;
  address.searchParams.set('error', code);
  address.searchParams.delete('error_description');
  const headers = new Headers(response.headers);
  headers.set('location', address.host === 'shop.invalid' ? `${address.pathname}${address.search}` : address.href);
  return new Response(null, { status: response.status, headers });
}
