import { setTimeout as wait } from 'node:timers/promises';
import { whyGuessable } from '../../security/passwords/common.ts';
import { PASSKEY_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH } from './passkeys/plugin.ts';
import { refusalResponse } from './refusals.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** The field of the new password, by path. */
const NEW_PASSWORD: Record<string, string> = { '/sign-up/email': 'password', '/reset-password': 'newPassword' };

/** Asking for a mail takes as long for an address that nobody has as for one that gets the mail. */
const RESET_MS = 250;

type Body = Record<string, unknown>;
type Next = (request: Request) => Promise<Response>;

type Options = {
  guard: SignInGuard;
  shopName: () => string;
  /** Whose password this request has replaced by a mail's token. */
  resetBy(request: Request): string | undefined;
};

/** Passes requests on to the library, those that guess or set passwords with the care they need. Each has passed the door: its body fits. */
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
    // The door has read it as an object already.
    const body = (await request.clone().json()) as Body;
    const field = NEW_PASSWORD[path];
    if (field !== undefined) {
      const sentence = whyGuessable(textOf(body, field), wordsAround(shopName(), { email: textOf(body, 'email'), name: textOf(body, 'name') }));
      if (sentence !== null) return refusalResponse(422, { message: sentence, code: 'invalid', fields: { [field]: sentence } });
    }
    if (path === '/sign-in/email') return signIn(request, body, next);
    if (path === '/request-password-reset') return (await Promise.all([next(request), wait(RESET_MS)]))[0];
    const response = await next(request);
    if (!response.ok) return response;
    if (path === '/sign-up/email') return guard.know(response, textOf(body, 'email'));
    if (path === PASSKEY_SIGN_IN_PATH) return guard.know(response, await addressIn(response));
    const owner = path === '/reset-password' ? resetBy(request) : undefined;
    return owner === undefined ? response : guard.know(response, owner);
  };
}

const textOf = (body: Body, field: string): string => (typeof body[field] === 'string' ? body[field] : '');

/** The library leaves it to the browser whether a passkey asks who holds the device; the shop takes no other. */
async function demandingVerification(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const options = (await response.json()) as object;
  return new Response(JSON.stringify({ ...options, userVerification: 'required' }), { status: response.status, headers });
}

/** What is known of whoever chooses a password, and of the shop. */
export function wordsAround(shopName: string, person: { email: string; name: string }): string[] {
  return [shopName, person.name, ...wordsOf(person.name), ...wordsOf(person.email.split('@')[0] ?? '')];
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u);

/** Whose sign-in the library answers. */
const addressIn = async (response: Response): Promise<string> => ((await response.clone().json()) as { user: { email: string } }).user.email;
