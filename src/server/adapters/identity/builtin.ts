import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { v7 as uuid } from 'uuid';
import type { DatabaseConfig } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { throwingTrouble } from '../../db/trouble.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { type IdentityMails, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import { checkAtDoor } from './door.ts';
import { notingFault } from './oidc/faults.ts';
import { createOidcProvider, type OidcOptions, type OidcProvider, withProviders } from './oidc/provider.ts';
import type { PracticeGoogle } from './practice-google/practice-google.ts';
import { practiceProvider, withChooserHere } from './practice-google/practice-provider.ts';
import { deleteAccountOf, deleteSessionsOf, describeAccount, findSessionEnd, giveToMailbox } from './queries.ts';
import { toOurRefusal } from './refusals.ts';
import { signInAfterLostRace } from './returning.ts';
import { SIGN_IN_WINDOW_PATH, signInWindow } from './sign-in-window.ts';
import { CONFIRM_PATH, checkVerificationRequest, confirmPage, refuseUnproven, toConfirmLink, VERIFICATION_PATH, VERIFIED_PAGE } from './verification.ts';

export const IDENTITY_BASE_PATH = '/api/auth';

export type BuiltinIdentityOptions = {
  db: Db;
  engine: DatabaseConfig['kind'];
  secret: string;
  /** Null: whatever host the person uses. */
  publicUrl: string | null;
  shopName: () => string;
  mails: IdentityMails;
  practiceGoogle: PracticeGoogle | null;
  /** Others that one can sign in with: Google, and one more. */
  providers: Omit<OidcOptions, 'onFault'>[];
  onFault(message: string, error: unknown): void;
};

const providersOf = ({ providers, onFault }: BuiltinIdentityOptions): OidcProvider[] =>
  providers.map((provider) => createOidcProvider({ ...provider, onFault }));

const pluginsFor = ({ practiceGoogle }: BuiltinIdentityOptions, providers: OidcProvider[]): BetterAuthPlugin[] => [
  ...(practiceGoogle ? [practiceProvider(practiceGoogle)] : []),
  withProviders(providers),
  signInAfterLostRace,
];

/**
 * The library as the shop sets it up. `isTransactional`: an account and its way in are written together. A sign-up with a password goes
 * without: its transaction would hold SQLite's one connection while a password is hashed and a mail is handed over.
 */
export const createAuth = (options: BuiltinIdentityOptions, { plugins = pluginsFor(options, providersOf(options)), isTransactional = false } = {}) =>
  betterAuth({
    appName: options.shopName(),
    secret: options.secret,
    baseURL: options.publicUrl ?? { allowedHosts: ['*'], protocol: 'http', fallback: 'http://localhost' },
    basePath: IDENTITY_BASE_PATH,
    trustedOrigins: (request) => {
      const host = request?.headers.get('host');
      if (options.publicUrl) return [options.publicUrl];
      return host ? [`http://${host}`] : [];
    },
    database: { db: options.db as never, type: options.engine, transaction: isTransactional },
    user: { modelName: 'identity_users', ...(isTransactional && { validateUserInfo: refuseUnproven }) },
    session: { modelName: 'identity_sessions' },
    account: { modelName: 'identity_accounts', accountLinking: { enabled: true, trustedProviders: [] } },
    verification: { modelName: 'identity_verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_MS / 1000,
      sendResetPassword: ({ user, url }) => options.mails.reset(user.email, url),
      onPasswordReset: async ({ user }) => {
        if (!user.emailVerified) await giveToMailbox(options.db, user.id);
      },
    },
    emailVerification: {
      // Whoever comes from a provider is asked at the dashboard: a mail is written beside the transaction, which would wait for it.
      sendOnSignUp: !isTransactional,
      expiresIn: VERIFICATION_LINK_MS / 1000,
      sendVerificationEmail: ({ user, url }) => options.mails.verification(user.email, toConfirmLink(url)),
    },
    plugins,
    // A GET there would verify the address at once.
    disabledPaths: [CONFIRM_PATH],
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
  status >= 400 || (headers.get('location') ?? '').includes('error=') || path === '/request-password-reset' || path === VERIFICATION_PATH;

/** better-auth sends the browser back with one word for all that a provider does wrong; this says which it was. */
const withFault = (response: Response, code: string): Response => {
  const address = new URL(response.headers.get('location') ?? '', 'http://shop.invalid');
  if (!address.searchParams.has('error')) return response;
  address.searchParams.set('error', code);
  address.searchParams.delete('error_description');
  const headers = new Headers(response.headers);
  headers.set('location', address.host === 'shop.invalid' ? `${address.pathname}${address.search}` : address.href);
  return new Response(null, { status: response.status, headers });
};

const googleOf = ({ practiceGoogle, providers }: BuiltinIdentityOptions): IdentityProvider['google'] => {
  if (practiceGoogle) return 'practice';
  return providers.some(({ id }) => id === 'google') ? 'google' : 'none';
};

const toSubject = (userId: string): string => `builtin:${userId}`;

/** E-mail and password, and Google, in the shop's own database. */
export const createBuiltinIdentity = (options: BuiltinIdentityOptions): IdentityProvider => {
  const providers = providersOf(options);
  const plugins = pluginsFor(options, providers);
  const auth = createAuth(options, { plugins });
  let returning: typeof auth | null = null;
  /** Made when the first person comes back from a provider. */
  const forReturns = (): typeof auth => {
    returning ??= createAuth(options, { plugins, isTransactional: true });
    return returning;
  };
  /** The token is all that counts, wherever it comes from: it was mailed to the address. */
  const confirm = (request: Request): Promise<Response> => {
    const token = new URL(request.url).searchParams.get('token') ?? '';
    return throwingTrouble(
      () => auth.api.verifyEmail({ query: { token, callbackURL: VERIFIED_PAGE }, headers: request.headers, asResponse: true }),
      (answer) => cameToNothing(answer, CONFIRM_PATH),
    );
  };
  const other = options.providers.find(({ id }) => id === 'oidc');
  const identity: IdentityProvider = {
    kind: 'builtin',
    google: googleOf(options),
    ...(other && { oidc: { name: other.name } }),
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
    describe: (email) => describeAccount(options.db, email),
    forget: (email) => deleteAccountOf(options.db, email),
    async findFaults() {
      const shop = options.publicUrl ?? 'http://localhost';
      const found = await Promise.all(providers.map(({ id, findFault }) => findFault(`${shop}${IDENTITY_BASE_PATH}/callback/${id}`)));
      return found.filter((fault) => fault !== null);
    },
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
      const { pathname } = new URL(request.url);
      if (pathname === SIGN_IN_WINDOW_PATH) return signInWindow();
      if (pathname === `${IDENTITY_BASE_PATH}${CONFIRM_PATH}`) return request.method === 'POST' ? confirm(request) : confirmPage(options.shopName());
      const checked = await check(request);
      if (checked instanceof Response) return checked;
      const path = new URL(checked.url).pathname.slice(IDENTITY_BASE_PATH.length);
      const { handler } = path.startsWith('/callback/') ? forReturns() : auth;
      const { outcome: response, fault } = await notingFault(() =>
        throwingTrouble(
          () => handler(checked),
          (answer) => cameToNothing(answer, path),
        ),
      );
      if (fault && response.headers.has('location')) return withFault(response, fault.code);
      if (response.status >= 400) return toOurRefusal(response);
      return path === '/sign-in/social' ? withChooserHere(response, checked) : response;
    },
  };
  const check = async (request: Request): Promise<Request | Response> => {
    const checked = await checkAtDoor(request, { basePath: IDENTITY_BASE_PATH, ownOrigin: options.publicUrl ?? new URL(request.url).origin });
    const isVerification = request.method === 'POST' && new URL(request.url).pathname === `${IDENTITY_BASE_PATH}${VERIFICATION_PATH}`;
    if (checked instanceof Response || !isVerification) return checked;
    return checkVerificationRequest(checked, { caller: await identity.identify(checked.headers), mails: options.mails });
  };
  return identity;
};
