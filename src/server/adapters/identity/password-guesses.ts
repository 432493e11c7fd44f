import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import { describeWait } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limiter } from '../../security/rate-limiter.ts';
import { forgetWholeBudgets, giveBackShared, spendShared } from './budget-queries.ts';
import type { KnownDevices } from './known-device.ts';
import { networkKeyOfRequest } from './network-key.ts';
import { tooManyResponse } from './refusals.ts';

/** A permitted guess, to be settled with its response. Returns the response, with a cookie when the browser is now known. */
export type Guess = {
  settle(response: Response): Promise<Response>;
  /** Gives the attempt back: no password was checked. */
  giveBack(): Promise<void>;
};

export type PasswordGuesses = {
  /** Permits a password attempt for an account, existing or not, or refuses without checking the password. */
  admit(request: Request, email: string): Promise<Guess | Response>;
  /** Adds the cookie of a known browser to the response, after its owner has proven that the account is theirs. */
  know(response: Response, email: string): Promise<Response>;
  /** Returns that cookie alone. */
  writeKnown(email: string): Promise<string>;
};

export type GuessOptions = { db: Db; clock: Clock; limiter: Limiter; devices: KnownDevices; accountOf(email: string): string };

/** One account's password, from one client network. */
const NETWORK_AND_ACCOUNT: Budget = { burst: 10, perMinute: 1 };
/** Any account's password, from one client network: many people in one office may have forgotten theirs. */
const NETWORK: Budget = { burst: 30, perMinute: 20 };
/** One account's password, from unknown browsers in all networks together; stored in the database for all processes. */
const ACCOUNT: Budget = { burst: 50, perMinute: 0.5 };
/** One account's password, from all browsers together that logged in to it before. */
const KNOWN: Budget = { burst: 10, perMinute: 0.2 };
const FORGET_MS = 60_000;

/** Limits guesses of passwords. */
export function createPasswordGuesses({ db, clock, limiter, devices, accountOf }: GuessOptions): PasswordGuesses {
  let forgottenAt = 0;

  /** Deletes fully recovered budgets now and then, so that made-up addresses leave no rows behind. */
  const forget = async (now: number): Promise<void> => {
    if (Math.abs(now - forgottenAt) < FORGET_MS) return;
    forgottenAt = now;
    await forgetWholeBudgets(db, now);
  };

  const writeKnown = (email: string): Promise<string> => devices.write(email, clock.now());
  const know: PasswordGuesses['know'] = async (response, email) => {
    const headers = new Headers(response.headers);
    headers.append('set-cookie', await writeKnown(email));
    return new Response(response.body, { status: response.status, headers });
  };
  /** Only a wrong password costs an attempt. */
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
    writeKnown,
    async admit(request, email) {
      const now = clock.now();
      await forget(now);
      if ((await devices.read(request.headers, email, now)) === null) return admitStranger(request, email);
      const key = `known ${accountOf(email)}`;
      // Once known browsers have used up their attempts, they count as strangers.
      if ((await spendShared(db, key, KNOWN, now)) > 0) return admitStranger(request, email);
      const giveBack = () => giveBackShared(db, key, KNOWN);
      return { settle: settling(email, { isKnown: true, giveBack }), giveBack };
    },
  };
}

function tooManyGuesses(seconds: number): Response {
  return tooManyResponse(
    `Too many attempts to log in. Wait ${describeWait(seconds)}, or choose “Forgot Password” to set a new password by email and log in right away. You can also use a browser you’ve logged in with before.`,
    seconds,
  );
}
