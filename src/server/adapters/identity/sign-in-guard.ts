import { createHmac } from 'node:crypto';
import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import { waitInWords } from '../../errors.ts';
import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import type { Clock } from '../../ports/clock.ts';
import { networkKeyOf } from '../../security/client-network.ts';
import { createLimiter } from '../../security/rate-limiter.ts';
import { forgetWholeBudgets, giveBackShared, spendShared } from './budget-queries.ts';
import { createKnownDevices } from './known-device.ts';
import { PASSKEY_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH } from './passkeys/plugin.ts';
import { refusalResponse } from './refusals.ts';

/** One account's password, guessed from one place. */
const NETWORK_AND_ACCOUNT: Budget = { burst: 10, perMinute: 1 };
/** Any account's, from one place: an office may have forgotten many. */
const NETWORK: Budget = { burst: 30, perMinute: 20 };
/** One account's, from all places together where nobody is known; in the database, for all processes. */
const ACCOUNT: Budget = { burst: 50, perMinute: 0.5 };
/** One account's, from a browser that signed in to it before. */
const DEVICE: Budget = { burst: 10, perMinute: 0.2 };
/** The code after the password: one account's, from one place, from a browser that signed in to it before, and from all other places together. */
const CODE_NETWORK: Budget = { burst: 5, perMinute: 0.2 };
const CODE_DEVICE: Budget = { burst: 5, perMinute: 0.2 };
const CODE_ACCOUNT: Budget = { burst: 20, perMinute: 0.25 };
/** The present password, asked again of somebody who is signed in. */
const PRESENT: Budget = { burst: 10, perMinute: 0.5 };

/** Other requests from one place. */
const BY_PATH: Record<string, { budget: Budget; what: string }> = {
  '/sign-up/email': { budget: { burst: 300, perMinute: 5 }, what: 'new accounts' },
  '/request-password-reset': { budget: { burst: 60, perMinute: 2 }, what: 'mails for new passwords' },
  [PASSKEY_OPTIONS_PATH]: { budget: { burst: 300, perMinute: 60 }, what: 'log-ins' },
  [PASSKEY_SIGN_IN_PATH]: { budget: { burst: 300, perMinute: 60 }, what: 'log-ins with a passkey' },
  '/reset-password': { budget: { burst: 60, perMinute: 2 }, what: 'new passwords' },
};
const ANY_PATH = { budget: { burst: 1200, perMinute: 600 }, what: 'requests' };

const FORGET_MS = 60_000;

/** A guess that may be made: to be told how it went. Answers the response, with a cookie for a browser that is known now. */
export type Guess = {
  settle(response: Response): Promise<Response>;
  /** It was not made: no password was looked at. */
  giveBack(): Promise<void>;
};

export type SignInGuard = {
  /** Counts a request that changes something by the place it comes from: null, or its refusal. */
  count(request: Request, path: string): Response | null;
  /** Lets a password be tried for an account, whether there is one or not, or refuses without having looked at it. */
  admit(request: Request, email: string): Promise<Guess | Response>;
  /** The same for the code that an account asks for after its right password: a piece of the budget to give back, or for how many seconds no more. */
  admitCode(request: Pick<Request, 'headers'>, email: string): Promise<{ giveBack(): Promise<void> } | number>;
  /** The same for the present password of somebody who is signed in: null, or for how many seconds no more. */
  admitPresent(email: string): Promise<{ giveBack(): Promise<void> } | number>;
  /** Since when this browser is known to the account (epoch ms), by a sign-in or its sign-up; null when it isn't. */
  knownSince(request: Request, email: string): number | null;
  /** A response to a browser whose owner has just shown that the account is theirs. */
  know(response: Response, email: string): Response;
};

type Options = { db: Db; clock: Clock; secret: string; isSecure: boolean };

/**
 * Holds guessed passwords off. Strangers share what one place, and one account, lets them try; a browser that has signed in to the account before has
 * tries of its own, so nobody can lock an owner out. Right passwords cost nothing. No password is looked at for a refusal.
 */
export function createSignInGuard({ db, clock, secret, isSecure }: Options): SignInGuard {
  const limiter = createLimiter();
  const devices = createKnownDevices({ secret, isSecure });
  const accountOf = (email: string): string => createHmac('sha256', secret).update(`account\n${email}`).digest('hex').slice(0, 32);
  let forgottenAt = 0;

  /** Rows of budgets that are whole again go now and then, so that made-up addresses leave nothing behind. */
  const forget = async (now: number): Promise<void> => {
    if (Math.abs(now - forgottenAt) < FORGET_MS) return;
    forgottenAt = now;
    await forgetWholeBudgets(db, now);
  };

  const know: SignInGuard['know'] = (response, email) => {
    const headers = new Headers(response.headers);
    headers.append('set-cookie', devices.write(email, clock.now()));
    return new Response(response.body, { status: response.status, headers });
  };
  /** Only a password that was wrong costs anything. */
  const settling =
    (email: string, { isKnown, giveBack }: { isKnown: boolean; giveBack(): Promise<void> }): Guess['settle'] =>
    async (response) => {
      if (response.status !== 401) await giveBack();
      return response.ok && !isKnown ? know(response, email) : response;
    };

  const admitStranger = async (request: Request, email: string): Promise<Guess | Response> => {
    const [network, account] = [networkKeyOfRequest(request), accountOf(email)];
    const pair = `${network} ${account}`;
    const here = limiter.take(pair, NETWORK_AND_ACCOUNT) || limiter.take(network, NETWORK);
    if (here > 0) return tooManyGuesses(here);
    const everywhere = await spendShared(db, `account ${account}`, ACCOUNT, clock.now());
    if (everywhere > 0) return tooManyGuesses(everywhere);
    const giveBack = async () => {
      limiter.giveBack(pair, NETWORK_AND_ACCOUNT);
      limiter.giveBack(network, NETWORK);
      await giveBackShared(db, `account ${account}`, ACCOUNT);
    };
    return { settle: settling(email, { isKnown: false, giveBack }), giveBack };
  };

  return {
    know,
    knownSince: (request, email) => devices.read(request.headers, email, clock.now())?.since ?? null,
    count(request, path) {
      if (path === '/sign-in/email') return null;
      const { budget, what } = BY_PATH[path] ?? ANY_PATH;
      const seconds = limiter.take(`${what} ${networkKeyOfRequest(request)}`, budget);
      return seconds > 0 ? tooManyOf(what, seconds) : null;
    },
    async admit(request, email) {
      const now = clock.now();
      await forget(now);
      const device = devices.read(request.headers, email, now);
      if (device === null) return admitStranger(request, email);
      const key = `device ${device.id}`;
      // A browser that has used its own tries up is a stranger's, as far as anybody can tell.
      if ((await spendShared(db, key, DEVICE, now)) > 0) return admitStranger(request, email);
      const giveBack = () => giveBackShared(db, key, DEVICE);
      return { settle: settling(email, { isKnown: true, giveBack }), giveBack };
    },
    async admitCode(request, email) {
      const now = clock.now();
      const device = devices.read(request.headers, email, now);
      if (device !== null) {
        const key = `code device ${device.id}`;
        return (await spendShared(db, key, CODE_DEVICE, now)) || { giveBack: () => giveBackShared(db, key, CODE_DEVICE) };
      }
      const account = accountOf(email);
      const [pair, key] = [`code ${networkKeyOfRequest(request)} ${account}`, `code account ${account}`];
      const here = limiter.take(pair, CODE_NETWORK);
      if (here > 0) return here;
      const giveBack = async () => {
        limiter.giveBack(pair, CODE_NETWORK);
        await giveBackShared(db, key, CODE_ACCOUNT);
      };
      return (await spendShared(db, key, CODE_ACCOUNT, now)) || { giveBack };
    },
    async admitPresent(email) {
      const key = `present ${accountOf(email)}`;
      const seconds = await spendShared(db, key, PRESENT, clock.now());
      return seconds > 0 ? seconds : { giveBack: () => giveBackShared(db, key, PRESENT) };
    },
  };
}

/** From where a request comes, as it is counted. */
export const networkKeyOfRequest = (request: Pick<Request, 'headers'>): string => networkKeyOf(request.headers.get(CLIENT_ADDRESS) ?? '');

function tooManyGuesses(seconds: number): Response {
  return tooMany(
    `Too many tries to log in. Wait ${waitInWords(seconds)}, or press “Forgot Password”: whoever sets a new password by mail is let in at once. A browser that you have logged in with before is not kept waiting for what others do.`,
    seconds,
  );
}

function tooMany(message: string, seconds: number): Response {
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(Math.max(1, seconds)) }));
}

function tooManyOf(what: string, seconds: number): Response {
  return tooMany(`Too many ${what} in a short time. Wait ${waitInWords(seconds)}, then try again.`, seconds);
}
