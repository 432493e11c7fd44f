import { setTimeout as wait } from 'node:timers/promises';
import { findPasswordWeakness } from '../../security/passwords/common.ts';
import { PASSKEY_OPTIONS_PATH } from './passkeys/plugin.ts';
import { refusalResponse } from './refusals.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** The field that holds the new password, by path. */
const NEW_PASSWORD: Record<string, string> = { '/sign-up/email': 'password', '/reset-password': 'newPassword' };

/** Requesting a reset takes the same time whether or not the address has an account. */
const RESET_MS = 250;

type Body = Record<string, unknown>;
type Next = (request: Request) => Promise<Response>;

type Options = {
  guard: SignInGuard;
  shopName: () => string;
  /** The id of the account whose password this request has reset. */
  resetBy(request: Request): string | undefined;
};

/** Passes requests on to the library, limiting those that guess or set passwords. Their bodies have already been validated. */
export function createGuarded({ guard, shopName, resetBy }: Options) {
  const signIn = async (request: Request, body: Body, next: Next): Promise<Response> => {
    const guess = await guard.admit(request, textOf(body, 'email'));
    if (guess instanceof Response) return guess;
    const response = await next(request).catch(async (error: unknown) => {
      await guess.giveBack();
      throw error;
    });
    return guess.settle(response);
  };

  return async (request: Request, path: string, next: Next): Promise<Response> => {
    if (request.method !== 'POST' && path !== PASSKEY_OPTIONS_PATH) return next(request);
    const refused = guard.count(request, path);
    if (refused) return refused;
    if (path === PASSKEY_OPTIONS_PATH) return demandingVerification(await next(request));
    // Already parsed as an object by the auth handler.
    const body = (await request.clone().json()) as Body;
    const field = NEW_PASSWORD[path];
    if (field !== undefined) {
      const sentence = findPasswordWeakness(textOf(body, field), wordsAround(shopName(), { email: textOf(body, 'email'), name: textOf(body, 'name') }));
      if (sentence !== null) return refusalResponse(422, { message: sentence, code: 'invalid', fields: { [field]: sentence } });
    }
    if (path === '/sign-in/email') return signIn(request, body, next);
    if (path === '/request-password-reset') return (await Promise.all([next(request), wait(RESET_MS)]))[0];
    const response = await next(request);
    if (!response.ok) return response;
    if (path === '/sign-up/email') return guard.know(response, textOf(body, 'email'));
    const owner = path === '/reset-password' ? resetBy(request) : undefined;
    return owner === undefined ? response : guard.know(response, owner);
  };
}

const textOf = (body: Body, field: string): string => (typeof body[field] === 'string' ? body[field] : '');

/** The library leaves user verification up to the browser; the shop requires it. */
async function demandingVerification(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const options = (await response.json()) as object;
  return new Response(JSON.stringify({ ...options, userVerification: 'required' }), { status: response.status, headers });
}

/** Words about the person and the shop that a password must not contain. */
export function wordsAround(shopName: string, person: { email: string; name: string }): string[] {
  return [shopName, person.name, ...wordsOf(person.name), ...wordsOf(person.email.split('@')[0] ?? '')];
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u);
