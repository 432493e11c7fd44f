import { createHash, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { PersonName } from '#contract/accounts/accounts.ts';
import { escapeHtml } from '#contract/shared/escape.ts';
import { Email } from '#contract/shared/text.ts';
import { plainPage } from '../../../http/plain-page.ts';

/** The path prefix of the practice provider. */
export const PRACTICE_GOOGLE_PREFIX = '/practice-google';
export const PRACTICE_GOOGLE_CLIENT = 'redial-practice';

const CODE_LIFETIME = '60s';
const CALLBACK_PATH = '/api/auth/callback/google';

/** Accounts to choose from; any other address can be typed in. */
const READY_ACCOUNTS = [
  { name: 'Robin Practice', email: 'robin@practice.test' },
  { name: 'Sam Practice', email: 'sam@practice.test' },
];

export type PracticeProfile = { sub: string; email: string; email_verified: true; name: string };

type Authorization = { clientId: string; redirectUri: string; state: string; challenge: string };

const MARK = 'Practice login – not Google';

const NOT_FOR_ADMINS = 'This account can’t use the practice login. Log in with its password.';
export type PracticeGoogle = ReturnType<typeof createPracticeGoogle>;

/** A small OAuth 2.0 provider (authorization code with PKCE) for the demo shop, clearly labeled as practice. */
export function createPracticeGoogle(secret: Uint8Array, { isAdmin }: { isAdmin(email: string): Promise<boolean> }) {
  const choose = async (request: Request): Promise<Response> => {
    const values = new URLSearchParams(await request.text());
    const authorization = readAuthorization(values);
    if (authorization.clientId !== PRACTICE_GOOGLE_CLIENT || !isOwnCallback(authorization.redirectUri, request))
      return refuse('This login wasn’t started by the shop.');
    const email = Email.safeParse(values.get('email'));
    const name = PersonName.safeParse(values.get('name'));
    if (!email.success || !name.success) return refuse('Enter a name and an email address.');
    // Here, anyone can claim to be anyone.
    if (await isAdmin(email.data)) return refuse(NOT_FOR_ADMINS);
    const code = await new SignJWT({ name: name.data, email: email.data, challenge: authorization.challenge, redirectUri: authorization.redirectUri })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('practice-code')
      .setExpirationTime(CODE_LIFETIME)
      .sign(secret);
    const target = new URL(authorization.redirectUri);
    target.searchParams.set('code', code);
    target.searchParams.set('state', authorization.state);
    return new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } });
  };

  return {
    /** Serves the chooser page and handles its form. */
    async handle(request: Request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== `${PRACTICE_GOOGLE_PREFIX}/authorize`) return refuse('We couldn’t find this.');
      if (request.method === 'POST') return choose(request);
      const authorization = readAuthorization(searchParams);
      if (authorization.clientId !== PRACTICE_GOOGLE_CLIENT || !isOwnCallback(authorization.redirectUri, request))
        return refuse('This login wasn’t started by the shop.');
      return chooser(authorization);
    },
    /** The token endpoint: exchanges a code for an access token when its PKCE verifier and redirect address match. Throws otherwise. */
    async exchange(code: string, verifier: string, redirectUri: string): Promise<string> {
      const { payload } = await jwtVerify(code, secret, { audience: 'practice-code' });
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (!sameText(challenge, String(payload.challenge)) || payload.redirectUri !== redirectUri) throw new Error('this code belongs to another sign-in');
      return new SignJWT({ name: payload.name, email: payload.email })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience('practice-token')
        .setExpirationTime('5m')
        .sign(secret);
    },
    /** The user-info endpoint; null for someone who became an admin after the chooser. Throws when the token is not one of ours. */
    async profile(accessToken: string): Promise<PracticeProfile | null> {
      const { payload } = await jwtVerify(accessToken, secret, { audience: 'practice-token' });
      const email = String(payload.email);
      if (await isAdmin(email)) return null;
      return { sub: `practice-${email}`, email, email_verified: true, name: String(payload.name) };
    },
  };
}

function readAuthorization(values: URLSearchParams): Authorization {
  return {
    clientId: values.get('client_id') ?? '',
    redirectUri: values.get('redirect_uri') ?? '',
    state: values.get('state') ?? '',
    challenge: values.get('code_challenge') ?? '',
  };
}

/** Allows only the shop's own callback, on the current host: the chooser must not redirect anywhere else. */
function isOwnCallback(redirectUri: string, request: Request): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const target = new URL(redirectUri);
  return target.origin === new URL(request.url).origin && target.pathname === CALLBACK_PATH;
}

function refuse(message: string): Response {
  return plainPage('Practice Google', `<h1>This didn’t work</h1><p>${escapeHtml(message)}</p><a class="button" href="/login">Back to the shop</a>`, {
    status: 400,
    mark: MARK,
  });
}

function chooser(authorization: Authorization): Response {
  const ready = READY_ACCOUNTS.map(
    ({ name, email }) =>
      `<form method="post">${hidden(authorization)}<input type="hidden" name="name" value="${escapeHtml(name)}"><button class="choice" name="email" value="${escapeHtml(email)}"><strong>${escapeHtml(name)}</strong><br>${escapeHtml(email)}</button></form>`,
  ).join('');
  return plainPage(
    'Practice Google: choose an account',
    `<h1>Choose a practice account</h1>
    <p class="notice">This isn’t Google. It’s a stand-in that lets you try “Log in with Google” in the demo shop without a network. Never enter a real password here.</p>
    ${ready}<hr>
    <form method="post">${hidden(authorization)}
      <label>Name <input name="name" required maxlength="100" autocomplete="off"></label>
      <label>Email address <input name="email" type="email" required maxlength="200" autocomplete="off"></label>
      <button class="primary">Continue with this account</button>
    </form>`,
    { mark: MARK },
  );
}

function hidden(authorization: Authorization): string {
  return Object.entries({
    client_id: authorization.clientId,
    redirect_uri: authorization.redirectUri,
    state: authorization.state,
    code_challenge: authorization.challenge,
  })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
