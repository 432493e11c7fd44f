import { waitInWords } from '../../../errors.ts';
import type { IdentityMails } from '../../../ports/mailer.ts';
import type { BuiltinIdentityOptions } from '../library.ts';
import { refusalResponse } from '../refusals.ts';
import type { SignInGuard } from '../sign-in-guard.ts';
import type { NewSession } from './new-sessions.ts';
import type { SecondFactors } from './second-factor.ts';
import { deleteSessionsById, type KeptFactor } from './second-factor-queries.ts';

/** What a provider's visit comes back with, in its `error`. */
export const CODE_NEEDED = 'code_needed';

const NEEDED = 'This account asks for a code, too. Type the one that your app shows now, or one of your recovery codes.';
const WRONG = 'This code is wrong. Type the one that your app shows now, or a recovery code that you haven’t used.';
const USED = 'This code was used already. Wait for the next one, and type that.';

const invalid = (sentence: string): Response => refusalResponse(422, { message: sentence, code: 'invalid', fields: { code: sentence } });

const tooManyCodes = (seconds: number): Response => {
  const message = `Too many wrong codes. Wait ${waitInWords(seconds)}, then log in again. Without your app, use one of your recovery codes then.`;
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(Math.max(1, seconds)) }));
};

/** The same way back, with a word for why nobody is signed in. */
export const backWithout = (location: string, why: string): Response => {
  const address = new URL(location, 'http://shop.invalid');
  address.searchParams.set('error', why);
  const to = address.host === 'shop.invalid' ? `${address.pathname}${address.search}` : address.href;
  return new Response(null, { status: 302, headers: { location: to } });
};

type Options = Pick<BuiltinIdentityOptions, 'db'> & {
  factors: Pick<SecondFactors, 'find' | 'take'>;
  guard: SignInGuard;
  mails: Pick<IdentityMails, 'recoveryCodeUsed'>;
};
type SignIn = { request: Request; response: Response; sessions: NewSession[] };

/**
 * Stands between a session and whoever gets it: an account with a second factor gives it out with a code alone, whichever way somebody came. What the library
 * answered is thrown away else, with its cookies, and the session with it: a password by itself opens nothing.
 */
export const createCodeGate = ({ db, factors, guard, mails }: Options) => {
  /** Null: the code is right. */
  const refuse = async (request: Request, factor: KeptFactor): Promise<Response | null> => {
    // The door has read it: a text, if it is there.
    const { code = '' } = (await request.json()) as { code?: string };
    if (code === '') return refusalResponse(403, { message: NEEDED, code: CODE_NEEDED });
    const admitted = await guard.admitCode(request, factor.email);
    if (typeof admitted === 'number') return tooManyCodes(admitted);
    const taken = await factors.take(factor, code);
    if (taken.kind === 'wrong-code') return invalid(WRONG);
    await admitted.giveBack();
    if (taken.kind === 'used-code') return invalid(USED);
    if (taken.kind === 'recovery') await mails.recoveryCodeUsed(factor.email, taken.codesLeft);
    return null;
  };

  return async ({ request, response, sessions }: SignIn): Promise<Response> => {
    const [session] = sessions;
    if (!session) return response;
    let isGiven = false;
    try {
      const factor = await factors.find(session.userId);
      if (factor === null) {
        isGiven = true;
        return response;
      }
      const location = response.headers.get('location');
      if (location !== null) return backWithout(location, CODE_NEEDED);
      const refusal = await refuse(request, factor);
      isGiven = refusal === null;
      return refusal ?? response;
    } finally {
      if (!isGiven)
        await deleteSessionsById(
          db,
          sessions.map(({ id }) => id),
        );
    }
  };
};
