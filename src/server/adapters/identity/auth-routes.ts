import { z } from 'zod';
import { Password, PersonName } from '#contract/accounts/accounts.ts';
import { Email } from '#contract/shared/text.ts';
import { PasskeyAssertion } from '#contract/shared/webauthn.ts';

/** The fields that a library route takes. Any others are dropped before the library sees them. */
export type AuthRoute = { body?: z.ZodObject; query?: z.ZodObject };

const MAX_ADDRESS = 2000;
/** The length of Microsoft's codes, the longest that providers send. */
const MAX_CODE = 4096;
const MAX_TOKEN = 500;

const CODE = 'Enter the code from your app, or a recovery code.';
const LINK_OVER = 'This link has expired or was already used. Request a new one.';

const Address = z.string().max(MAX_ADDRESS, 'This address is too long.');
const CallbackQuery = z.object({
  code: z.string().max(MAX_CODE).optional(),
  state: z.string().max(MAX_TOKEN).optional(),
  error: z.string().max(MAX_TOKEN).optional(),
  error_description: z.string().max(MAX_ADDRESS).optional(),
  iss: Address.optional(),
});

/**
 * Every library route that the shop uses, with all the fields it takes. Anything else is not served, so a library update can't open a route or field
 * by accident.
 */
const ROUTES = {
  'POST /sign-up/email': { body: z.object({ name: PersonName, email: Email, password: Password, rememberMe: z.boolean().optional() }) },
  'POST /sign-in/email': {
    body: z.object({
      email: z
        .string('Email Address is required')
        .trim()
        .toLowerCase()
        .min(1, 'Email Address is required')
        .max(254, 'An email address can have at most 254 characters.'),
      password: z.string('Password is required').min(1, 'Password is required').max(1000, 'A password can have at most 1000 characters.'),
      code: z.string(CODE).trim().max(100, CODE).optional(),
      passkey: PasskeyAssertion.optional(),
      rememberMe: z.boolean().optional(),
    }),
  },
  // Leaves out what better-auth would also take: scopes, provider parameters, and tokens in place of a visit to the provider.
  'POST /sign-in/social': {
    body: z.object({
      provider: z.string('Choose a provider to log in with.').max(40, 'Choose a provider to log in with.'),
      callbackURL: Address.optional(),
      errorCallbackURL: Address.optional(),
    }),
  },
  'POST /sign-out': { body: z.object({}) },
  'POST /request-password-reset': { body: z.object({ email: Email, redirectTo: Address.optional() }) },
  'POST /reset-password': { body: z.object({ newPassword: Password, token: z.string(LINK_OVER).max(MAX_TOKEN, LINK_OVER).optional() }) },
  'POST /send-verification-email': { body: z.object({}) },
  // Adding and removing passkeys go through the contract.
  'GET /passkey/generate-authenticate-options': {},
  'POST /passkey/verify-authentication': { body: z.object({ response: PasskeyAssertion }) },
  'GET /get-session': {},
  'GET /reset-password/:token': { query: z.object({ callbackURL: Address }) },
  'GET /callback/:id': { query: CallbackQuery },
} as const satisfies Record<string, AuthRoute>;

/** In the library's notation: a method, and a path in which a name with a colon matches one segment. */
export const AUTH_ROUTES: Record<string, AuthRoute> = ROUTES;

/** A path segment that the client chooses. */
const PART = /^[\w-]{1,100}$/u;
const MAX_PATH = 200;

/** Returns the route that serves exactly this path; null when there is none. */
export function findAuthRoute(method: string, path: string): AuthRoute | null {
  if (path.length > MAX_PATH) return null;
  const found = Object.entries(AUTH_ROUTES).find(([name]) => {
    const [its = '', pattern = ''] = name.split(' ');
    return its === method && fits(path, pattern);
  });
  return found?.[1] ?? null;
}

function fits(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.split('/'), pattern.split('/')];
  return parts.length === wanted.length && wanted.every((name, at) => (name.startsWith(':') ? PART.test(parts[at] ?? '') : name === parts[at]));
}
