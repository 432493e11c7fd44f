import { randomBytes } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { escapeHtml } from '#contract/shared/escape.ts';
import { plainPage } from '../../http/plain-page.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import { RESET_LINK_MS } from '../../ports/mailer.ts';
import { hasReadableCookies } from './auth-handler.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import { findAddressOf, findPasswordHash, proveAddress } from './ownership-queries.ts';
import type { SecretHashing } from './password-hashing.ts';
import { toSubject } from './passwords.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { VERIFIED_PAGE } from './verification.ts';

const MAX_TOKEN = 1000;
const MAX_PASSWORD = 1000;

/**
 * The claims that the library signs into a link. Tokens without an account are from an earlier release; those with another address are for a route
 * that the shop has closed.
 */
const LinkClaims = z.object({ email: z.string(), userId: z.string(), updateTo: z.undefined().optional() });
type Link = { email: string; userId: string };

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret' | 'shopName' | 'mails' | 'alerts'> & {
  auth: Auth;
  guard: SignInGuard;
  hashing: SecretHashing;
  identify(headers: Headers): Promise<ProvenIdentity | null>;
};

const WRONG = 'This isn’t the account’s password.';

const SIGNED_IN = '<form method="post"><button class="primary">Yes, it’s mine</button></form>';

/**
 * Handles the link of a verification email. Access to the mailbox doesn't prove who created the account: someone else may have signed up with the
 * address and be waiting. So the person must also be logged in to the account or know its password; otherwise both end, and they choose a new
 * password right away.
 */
export function createConfirmation(options: Options) {
  const { db, clock, secret, shopName, mails, alerts, auth, guard, hashing, identify } = options;

  const readLink = async (token: string): Promise<Link | 'INVALID_TOKEN' | 'TOKEN_EXPIRED'> => {
    if (token.length > MAX_TOKEN) return 'INVALID_TOKEN';
    try {
      const key = new TextEncoder().encode(secret);
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(clock.now()) });
      const claims = LinkClaims.safeParse(payload);
      return claims.success ? claims.data : 'INVALID_TOKEN';
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'INVALID_TOKEN';
    }
  };

  const isSignedIn = async (headers: Headers, { userId }: Link): Promise<boolean> =>
    hasReadableCookies(headers) && (await identify(headers))?.subject === toSubject(userId);

  /** For someone who has proven the mailbox but doesn't know the account's password. */
  const toNewPassword = async ({ userId, email }: Link): Promise<Response> => {
    const { internalAdapter } = await auth.$context;
    const token = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + RESET_LINK_MS);
    await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt });
    await mails.confirmedElsewhere(email);
    return goTo(`/reset-password?token=${token}`);
  };

  const prove = async (link: Link, isOwner: boolean): Promise<boolean> => {
    const isNew = await proveAddress(db, { ...link, isOwner });
    if (isNew) await alerts.confirmed({ email: link.email, subject: toSubject(link.userId), isOwner });
    return isNew;
  };

  const isPasswordOf = async ({ userId }: Link, password: string): Promise<boolean> => {
    const hash = await findPasswordHash(db, userId);
    return hash !== null && password.length <= MAX_PASSWORD && hashing.verify({ hash, password });
  };

  /** Accepts the account's password instead of its session. */
  const confirmByPassword = async (request: Request, link: Link, password: string): Promise<Response> => {
    const guess = await guard.admit(request, link.email);
    if (guess instanceof Response) return refusedPage(shopName(), guess);
    const fits = await isPasswordOf(link, password).catch(async (error: unknown) => {
      await guess.giveBack();
      throw error;
    });
    await guess.settle(new Response(null, { status: fits ? 200 : 401 }));
    if (!fits) return confirmPage(shopName(), { isSignedIn: false, fault: WRONG });
    await prove(link, true);
    return guard.know(verified(), link.email);
  };

  const confirm = async (request: Request, link: Link): Promise<Response> => {
    const password = new URLSearchParams(await request.text()).get('password') ?? '';
    const isOwner = await isSignedIn(request.headers, link);
    if (!isOwner && password !== '') return confirmByPassword(request, link, password);
    const isNew = await prove(link, isOwner);
    return isNew && !isOwner ? toNewPassword(link) : verified();
  };

  return async (request: Request): Promise<Response> => {
    const link = await readLink(new URL(request.url).searchParams.get('token') ?? '');
    if (typeof link === 'string') return failed(link);
    const account = await findAddressOf(db, link.userId);
    if (account?.email !== link.email) return failed('INVALID_TOKEN');
    if (account.isProven) return verified();
    // Mail scanners follow links too, but don't submit forms: they must not change who owns an account.
    if (request.method !== 'POST') return confirmPage(shopName(), { isSignedIn: await isSignedIn(request.headers, link) });
    return confirm(request, link);
  };
}

const goTo = (location: string): Response => new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

/** Turns the guard's refusal into a page. */
async function refusedPage(shopName: string, refusal: Response): Promise<Response> {
  const { message } = (await refusal.json()) as { message: string };
  const page = plainPage(
    `${shopName}: too many attempts`,
    `<h1>Too many attempts</h1><p>${escapeHtml(message)}</p><a class="button" href="/login">Back to the shop</a>`,
    {
      status: refusal.status,
    },
  );
  page.headers.set('retry-after', refusal.headers.get('retry-after') ?? '60');
  return page;
}

function confirmPage(shopName: string, { isSignedIn, fault }: { isSignedIn: boolean; fault?: string }): Response {
  return plainPage(
    'Is this your email address?',
    `<h1>Is this your email address?</h1>
    <p>Someone, probably you, created an account at ${escapeHtml(shopName)} with this email address. If it was you, please confirm.</p>
    ${isSignedIn ? SIGNED_IN : notSignedIn(fault)}
    <p class="note">If this isn’t your email address, close this page and nothing will happen.</p>`,
    { status: fault ? 422 : 200 },
  );
}

function notSignedIn(fault: string | undefined): string {
  return `
    <p>You aren’t logged in to this account here. To show that it’s yours, enter the password you chose.</p>
    <form method="post">
      <label>Password <input name="password" type="password" required maxlength="128" autocomplete="current-password"${fault ? ' aria-invalid="true" aria-describedby="fault"' : ''}></label>
      ${fault ? `<p class="notice" id="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
      <button class="primary">Yes, it’s mine</button>
    </form>
    <hr>
    <p>Don’t know the password, or did someone else sign up with your address? Choose a new password. The old one will stop working, and everyone who is logged in to the account will be logged out.</p>
    <form method="post"><button>It’s my address, choose a new password</button></form>`;
}

const verified = (): Response => goTo(`${VERIFIED_PAGE}?verified=1`);

const failed = (why: 'INVALID_TOKEN' | 'TOKEN_EXPIRED'): Response => goTo(`${VERIFIED_PAGE}?error=${why}`);
