import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { v7 as uuid } from 'uuid';
import type { DatabaseConfig } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { throwingTrouble } from '../../db/trouble.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { checkAtDoor } from './door.ts';
import { PRACTICE_GOOGLE_CLIENT, PRACTICE_GOOGLE_PREFIX, type PracticeGoogle } from './practice-google/practice-google.ts';
import { deleteSessionsOf, findSessionEnd } from './queries.ts';
import { toOurRefusal } from './refusals.ts';

export const IDENTITY_BASE_PATH = '/api/auth';

export type BuiltinIdentityOptions = {
  db: Db;
  engine: DatabaseConfig['kind'];
  secret: string;
  /** Null: whatever host the person uses. */
  publicUrl: string | null;
  shopName: string;
  mailer: Mailer;
  practiceGoogle: PracticeGoogle | null;
  onFault(message: string, error: unknown): void;
};

/** Stands for the host that the person is on, which is known only when they ask. */
const CHOOSER_ORIGIN = 'http://practice.invalid';

const withChooserHere = async (response: Response, request: Request): Promise<Response> => {
  const location = response.headers.get('location');
  const { origin } = new URL(request.url);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (location) headers.set('location', location.replace(CHOOSER_ORIGIN, origin));
  return new Response((await response.text()).replace(CHOOSER_ORIGIN, origin), { status: response.status, headers });
};

const practiceProvider = (google: PracticeGoogle) =>
  genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Practice Google',
        clientId: PRACTICE_GOOGLE_CLIENT,
        authorizationUrl: `${CHOOSER_ORIGIN}${PRACTICE_GOOGLE_PREFIX}/authorize`,
        scopes: ['email', 'profile'],
        getToken: async ({ code, codeVerifier, redirectURI }) => ({ accessToken: await google.exchange(code, codeVerifier ?? '', redirectURI) }),
        getUserInfo: async ({ accessToken }) => {
          const profile = await google.profile(accessToken ?? '');
          return { id: profile.sub, email: profile.email, emailVerified: profile.email_verified, name: profile.name };
        },
      },
    ],
  });

const resetMail = (shopName: string, to: string, url: string) => ({
  to,
  subject: `${shopName}: set a new password`,
  text: `Someone, most likely you, asked to set a new password for ${to} at ${shopName}.\n\nOpen this address within an hour to set it:\n${url}\n\nIf it wasn’t you, leave this mail as it is: your password stays the same.`,
});

/** The library as the shop sets it up. */
export const createAuth = (options: BuiltinIdentityOptions) =>
  betterAuth({
    appName: options.shopName,
    secret: options.secret,
    baseURL: options.publicUrl ?? { allowedHosts: ['*'], protocol: 'http', fallback: 'http://localhost' },
    basePath: IDENTITY_BASE_PATH,
    trustedOrigins: (request) => {
      const host = request?.headers.get('host');
      if (options.publicUrl) return [options.publicUrl];
      return host ? [`http://${host}`] : [];
    },
    database: { db: options.db as never, type: options.engine },
    user: { modelName: 'identity_users' },
    session: { modelName: 'identity_sessions' },
    account: { modelName: 'identity_accounts', accountLinking: { enabled: true, trustedProviders: [] } },
    verification: { modelName: 'identity_verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url }) => options.mailer.send(resetMail(options.shopName, user.email, url)),
    },
    plugins: options.practiceGoogle ? [practiceProvider(options.practiceGoogle)] : [],
    // Limits by account and address come from the shop itself; this one would count everybody behind a proxy as one.
    rateLimit: { enabled: false },
    advanced: {
      // Said here, because they would be off under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // Migrations are the shop's own affair, and a start must not depend on a database that answers.
      database: { generateId: () => uuid(), validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    onAPIError: {
      errorURL: '/login',
      // What is no refusal of the library's rises, and is answered and logged as everywhere else in the shop.
      onError(error) {
        if (!isAPIError(error)) throw error;
        if (error.status === 'INTERNAL_SERVER_ERROR') options.onFault('built-in identity failed', error);
      },
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => options.onFault(message, details[0]) },
  });

/** The library makes refusals of its own of a database that fails; a mail that was lost it passes over in silence. */
const cameToNothing = ({ status, headers }: Response, path: string): boolean =>
  status >= 400 || (headers.get('location') ?? '').includes('error=') || path === '/request-password-reset';

const toSubject = (userId: string): string => `builtin:${userId}`;

/** E-mail and password, and Google, in the shop's own database. */
export const createBuiltinIdentity = (options: BuiltinIdentityOptions): IdentityProvider => {
  const auth = createAuth(options);
  return {
    kind: 'builtin',
    google: options.practiceGoogle ? 'practice' : 'none',
    async identify(headers) {
      const signedIn = await throwingTrouble(
        () => auth.api.getSession({ headers, query: { disableRefresh: true } }),
        (found) => found === null,
      );
      if (!signedIn) return null;
      const { user, session } = signedIn;
      return {
        email: user.email.toLowerCase(),
        name: user.name,
        subject: toSubject(user.id),
        emailVerified: user.emailVerified,
        sessionId: session.id,
        expiresAt: new Date(session.expiresAt).getTime(),
      };
    },
    async isSessionAlive(sessionId, now) {
      const end = await findSessionEnd(options.db, sessionId);
      return end !== null && end > now;
    },
    endSessions: (email) => deleteSessionsOf(options.db, email),
    async createAccount({ email, password, name }) {
      const context = await auth.$context;
      if (await context.internalAdapter.findUserByEmail(email)) return null;
      const hash = await context.password.hash(password);
      const user = await context.internalAdapter
        .createUser({ email, name, emailVerified: true }, { method: 'email-password' })
        .catch(async (error: unknown) => {
          // Another process made it at the same moment.
          if (await context.internalAdapter.findUserByEmail(email)) return null;
          throw error;
        });
      if (!user) return null;
      await context.internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash });
      return toSubject(user.id);
    },
    async handle(request) {
      const checked = await checkAtDoor(request, { basePath: IDENTITY_BASE_PATH, ownOrigin: options.publicUrl ?? new URL(request.url).origin });
      if (checked instanceof Response) return checked;
      const response = await throwingTrouble(
        () => auth.handler(checked),
        (answer) => cameToNothing(answer, new URL(checked.url).pathname.slice(IDENTITY_BASE_PATH.length)),
      );
      if (response.status >= 400) return toOurRefusal(response);
      return new URL(checked.url).pathname === `${IDENTITY_BASE_PATH}/sign-in/social` ? withChooserHere(response, checked) : response;
    },
  };
};
