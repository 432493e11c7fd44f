import { z } from 'zod';
import { Password, PersonName } from '#contract/accounts/accounts.ts';
import { Email } from '#contract/shared/text.ts';
import { PasskeyAssertion } from '#contract/shared/webauthn.ts';

/** What a route of the library takes. Whatever else a request says there is dropped before the library sees it. */
export type AuthRoute = { body?: z.ZodObject; query?: z.ZodObject };

const MAX_ADDRESS = 2000;
/** As long as Microsoft's codes, the longest that providers send. */
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
 * Every route of the library that the shop uses, and all that a request may say there. What is not listed is not served: no route, and no field, of a
 * later release is open before somebody has decided so.
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
  // Nothing of what better-auth would take besides: scopes, parameters for the provider, tokens in place of a visit there.
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

/** As the library writes them: a method, and a path in which a name with a colon stands for one part. */
export const AUTH_ROUTES: Record<string, AuthRoute> = ROUTES;

/** A part of a path that is somebody's to choose. */
const PART = /^[\w-]{1,100}$/u;
const MAX_PATH = 200;

/** The route that serves this path, letter by letter; null when none does. */
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
