import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { v7 as uuid } from 'uuid';
import type { DatabaseConfig } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import type { ShopOrigin } from '../../http/origin.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SignInAlerts } from '../../ports/identity.ts';
import { type IdentityMails, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import { partialAddress } from '../../security/client-network.ts';
import { createOidcProvider, type OidcOptions, type OidcProvider, withProviders } from './oidc/provider.ts';
import { assignToVerifiedEmail } from './ownership-queries.ts';
import { passkeyPlugin } from './passkeys/plugin.ts';
import type { SecretHashing } from './password-hashing.ts';
import type { PracticeGoogle } from './practice-google/practice-google.ts';
import { practiceProvider } from './practice-google/practice-provider.ts';
import { signInAfterLostRace } from './returning.ts';
import { noteNewAccount, noteNewSession } from './second-factor/new-sessions.ts';
import { CONFIRM_PATH, refuseUnproven, toConfirmLink } from './verification.ts';

export const IDENTITY_BASE_PATH = '/api/auth';

export type BuiltinIdentityOptions = {
  db: Db;
  /** The same database, for what each call reads. */
  reads: Db;
  clock: Clock;
  engine: DatabaseConfig['kind'];
  secret: string;
  origin: ShopOrigin;
  shopName: () => string;
  mails: IdentityMails;
  practiceGoogle: PracticeGoogle | null;
  /** Other login providers: Google, and one more. */
  providers: Omit<OidcOptions, 'onFault'>[];
  /** Notified of every login. */
  alerts: SignInAlerts;
  /** scrypt when absent. */
  hashes?: SecretHashing;
  /** Whether somebody is an admin in the shop now. */
  isAdmin(email: string): Promise<boolean>;
  onFault(message: string, error: unknown): void;
};

type AuthParts = {
  /** How passwords are hashed; the library's own hashing when absent. */
  hashing?: Pick<SecretHashing, 'hash' | 'verify'>;
  plugins?: BetterAuthPlugin[];
  isTransactional?: boolean;
  /** Notified when a request has reset someone's password. */
  onReset?: (user: { id: string; email: string }, request: Request | undefined) => Promise<void>;
};

/** A failed passkey check is an ordinary refusal, nothing for the operator to look into. */
const EXPECTED = new Set(['Failed to verify registration', 'Failed to verify authentication']);

const SESSION = {
  modelName: 'identity_sessions',
  // The shop asks for recent proof itself, by its own clock.
  freshAge: 0,
  additionalFields: { provenAt: { type: 'number', required: false, input: false, returned: false } },
} as const;

export type Auth = ReturnType<typeof createAuth>;

/**
 * Configures the library. `isTransactional`: the account and its credential are written in one transaction. Signing up with a password goes without
 * one: it would block SQLite's only connection while the password is hashed and an email is queued.
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
    // The request's URL already has the shop's own origin.
    trustedOrigins: (request) => [request ? new URL(request.url).origin : options.origin.url()],
    database: { db: options.db as never, type: options.engine, transaction: isTransactional },
    user: { modelName: 'identity_users', ...(isTransactional && { validateUserInfo: refuseUnproven }) },
    session: SESSION,
    // The session list shows only a rough location, so the full address is not stored.
    databaseHooks: {
      user: { create: { after: async () => noteNewAccount() } },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, ipAddress: partialAddress(session.ipAddress ?? '') ?? '', provenAt: options.clock.now() } }),
          after: async (session) => noteNewSession(session),
        },
      },
    },
    account: { modelName: 'identity_accounts', accountLinking: { enabled: true, trustedProviders: [] } },
    // Someone who reads the database or a backup must not be able to use the links in emails.
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
        await assignToVerifiedEmail(options.db, user.id, { wasVerified: user.emailVerified });
        await options.mails.passwordChanged(user.email);
        await onReset?.(user, request);
      },
    },
    emailVerification: {
      // People who come from a provider are asked to verify at the dashboard: an email is queued outside the transaction and would wait for it.
      sendOnSignUp: !isTransactional,
      expiresIn: VERIFICATION_LINK_MS / 1000,
      sendVerificationEmail: ({ user, url }) => options.mails.verification(user.email, toConfirmLink(url)),
    },
    plugins: [...plugins, passkeyPlugin(options)],
    // A GET there would verify the address immediately.
    disabledPaths: [CONFIRM_PATH],
    // The shop has its own limits by account and address; this one would count everyone behind a proxy as one client.
    rateLimit: { enabled: false },
    advanced: {
      // Other hosts can't set a cookie with the `__Host-` prefix, nor can it be set without HTTPS; the library's own prefix would let a sibling host
      // set it.
      ...(options.origin.isSecure && {
        useSecureCookies: false,
        cookiePrefix: '__Host-better-auth',
        defaultCookieAttributes: { secure: true, path: '/' },
      }),
      // Set explicitly, because it would be off under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // The shop runs its own migrations, and a start must not depend on a database that responds.
      database: { generateId: () => uuid(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    onAPIError: {
      errorURL: '/login',
      // Refusals become replies; any other error reaches the shop, which logs and answers it like everywhere else.
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

/** Read at each request: the port is only known once the shop listens. */
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

/** Emails get paths only: a request must not decide which origin a link leads to. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
