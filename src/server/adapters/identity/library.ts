import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { v7 as uuid } from 'uuid';
import type { DatabaseConfig } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import type { ShopOrigin } from '../../http/origin.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SignInAlerts } from '../../ports/identity.ts';
import { type IdentityMails, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import { roughly } from '../../security/client-network.ts';
import { createOidcProvider, type OidcOptions, type OidcProvider, withProviders } from './oidc/provider.ts';
import { giveToMailbox } from './ownership-queries.ts';
import { passkeyPlugin } from './passkeys/plugin.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { PracticeGoogle } from './practice-google/practice-google.ts';
import { practiceProvider } from './practice-google/practice-provider.ts';
import { signInAfterLostRace } from './returning.ts';
import { noteNewAccount, noteNewSession } from './second-factor/new-sessions.ts';
import { CONFIRM_PATH, refuseUnproven, toConfirmLink } from './verification.ts';

export const IDENTITY_BASE_PATH = '/api/auth';

export type BuiltinIdentityOptions = {
  db: Db;
  clock: Clock;
  engine: DatabaseConfig['kind'];
  secret: string;
  origin: ShopOrigin;
  shopName: () => string;
  mails: IdentityMails;
  practiceGoogle: PracticeGoogle | null;
  /** Others that one can sign in with: Google, and one more. */
  providers: Omit<OidcOptions, 'onFault'>[];
  /** Hears of every sign-in. */
  alerts: SignInAlerts;
  /** Whether somebody is an admin in the shop now. */
  isAdmin(email: string): Promise<boolean>;
  onFault(message: string, error: unknown): void;
};

type AuthParts = {
  /** How passwords are hashed; the library's own way when absent. */
  hashing?: Pick<PasswordHashing, 'hash' | 'verify'>;
  plugins?: BetterAuthPlugin[];
  isTransactional?: boolean;
  /** Hears whose password a request has replaced. */
  onReset?: (user: { id: string; email: string }, request: Request | undefined) => Promise<void>;
};

/** A passkey that is not right is a refusal, and nothing that an operator could do anything about. */
const EXPECTED = new Set(['Failed to verify registration', 'Failed to verify authentication']);

export type Auth = ReturnType<typeof createAuth>;

/**
 * The library as the shop sets it up. `isTransactional`: an account and its way in are written together. A sign-up with a password goes
 * without: its transaction would hold SQLite's one connection while a password is hashed and a mail is handed over.
 */
export function createAuth(
  options: BuiltinIdentityOptions,
  { plugins = pluginsFor(options, providersOf(options)), isTransactional = false, hashing, onReset }: AuthParts = {},
) {
  return betterAuth({
    appName: options.shopName(),
    secret: options.secret,
    baseURL: options.origin.publicUrl ?? listeningOrigin(options.origin),
    basePath: IDENTITY_BASE_PATH,
    // A request comes here with the shop's own origin in its address.
    trustedOrigins: (request) => [request ? new URL(request.url).origin : options.origin.url()],
    database: { db: options.db as never, type: options.engine, transaction: isTransactional },
    user: { modelName: 'identity_users', ...(isTransactional && { validateUserInfo: refuseUnproven }) },
    session: {
      modelName: 'identity_sessions',
      // The shop asks for a recent proof itself, by its own clock.
      freshAge: 0,
      additionalFields: { provenAt: { type: 'number', required: false, input: false, returned: false } },
    },
    // A person is shown about where they signed in; nobody needs more of it.
    databaseHooks: {
      user: { create: { after: async () => noteNewAccount() } },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, ipAddress: roughly(session.ipAddress ?? '') ?? '', provenAt: options.clock.now() } }),
          after: async (session) => noteNewSession(session),
        },
      },
    },
    account: { modelName: 'identity_accounts', accountLinking: { enabled: true, trustedProviders: [] } },
    // Whoever reads the database, or a backup of it, must not be able to use what a mail's link holds.
    verification: { modelName: 'identity_verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      ...(hashing && { password: { hash: hashing.hash, verify: hashing.verify } }),
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_MS / 1000,
      sendResetPassword: ({ user, url }) => options.mails.reset(user.email, toPath(url)),
      onPasswordReset: async ({ user }, request) => {
        await giveToMailbox(options.db, user.id, { wasVerified: user.emailVerified });
        await options.mails.passwordChanged(user.email);
        await onReset?.(user, request);
      },
    },
    emailVerification: {
      // Whoever comes from a provider is asked at the dashboard: a mail is written beside the transaction, which would wait for it.
      sendOnSignUp: !isTransactional,
      expiresIn: VERIFICATION_LINK_MS / 1000,
      sendVerificationEmail: ({ user, url }) => options.mails.verification(user.email, toConfirmLink(url)),
    },
    plugins: [...plugins, passkeyPlugin(options)],
    // A GET there would verify the address at once.
    disabledPaths: [CONFIRM_PATH],
    // Limits by account and address come from the shop itself; this one would count everybody behind a proxy as one.
    rateLimit: { enabled: false },
    advanced: {
      // A cookie of this name can't be set by another host, nor without HTTPS; the library's own prefix would let a neighbour host set it.
      ...(options.origin.isSecure && {
        useSecureCookies: false,
        cookiePrefix: '__Host-better-auth',
        defaultCookieAttributes: { secure: true, path: '/' },
      }),
      // Said here, because they would be off under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // Migrations are the shop's own affair, and a start must not depend on a database that answers.
      database: { generateId: () => uuid(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    onAPIError: {
      errorURL: '/login',
      // Refusals become replies; any other error reaches the shop, which answers and logs it as everywhere else.
      throw: true,
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => (EXPECTED.has(message) ? undefined : options.onFault(message, details[0])) },
  });
}

export function pluginsFor({ practiceGoogle }: BuiltinIdentityOptions, providers: OidcProvider[]): BetterAuthPlugin[] {
  return [...(practiceGoogle ? [practiceProvider(practiceGoogle)] : []), withProviders(providers), signInAfterLostRace];
}

export function providersOf({ providers, onFault }: BuiltinIdentityOptions): OidcProvider[] {
  return providers.map((provider) => createOidcProvider({ ...provider, onFault }));
}

/** Read anew at each request: the port is known when the shop listens. */
function listeningOrigin(origin: ShopOrigin) {
  return {
    get allowedHosts() {
      return origin.hosts();
    },
    get fallback() {
      return origin.url();
    },
    protocol: 'http' as const,
  };
}

/** Mails get paths: where the shop is, nobody's request says. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
