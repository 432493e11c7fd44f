import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import { describeWait } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limiter } from '../../security/rate-limiter.ts';
import { forgetWholeBudgets, giveBackShared, spendShared } from './budget-queries.ts';
import type { KnownDevices } from './known-device.ts';
import { networkKeyOfRequest } from './network-key.ts';
import { tooManyResponse } from './refusals.ts';

/** A guess that may be made: to be told how it went. Answers the response, with a cookie for a browser that is known now. */
export type Guess = {
  settle(response: Response): Promise<Response>;
  /** It was not made: no password was looked at. */
  giveBack(): Promise<void>;
};

export type PasswordGuesses = {
  /** Lets a password be tried for an account, whether there is one or not, or refuses without having looked at it. */
  admit(request: Request, email: string): Promise<Guess | Response>;
  /** A response to a browser whose owner has just shown that the account is theirs. */
  know(response: Response, email: string): Response;
};

export type GuessOptions = { db: Db; clock: Clock; limiter: Limiter; devices: KnownDevices; accountOf(email: string): string };

/** One account's password, guessed from one place. */
const NETWORK_AND_ACCOUNT: Budget = { burst: 10, perMinute: 1 };
/** Any account's, from one place: an office may have forgotten many. */
const NETWORK: Budget = { burst: 30, perMinute: 20 };
/** One account's, from all places together where nobody is known; in the database, for all processes. */
const ACCOUNT: Budget = { burst: 50, perMinute: 0.5 };
/** One account's, from a browser that signed in to it before. */
const DEVICE: Budget = { burst: 10, perMinute: 0.2 };
const FORGET_MS = 60_000;

/** Counts guessed passwords. */
export function createPasswordGuesses({ db, clock, limiter, devices, accountOf }: GuessOptions): PasswordGuesses {
  let forgottenAt = 0;

  /** Rows of budgets that are whole again go now and then, so that made-up addresses leave nothing behind. */
  const forget = async (now: number): Promise<void> => {
    if (Math.abs(now - forgottenAt) < FORGET_MS) return;
    forgottenAt = now;
    await forgetWholeBudgets(db, now);
  };

  const know: PasswordGuesses['know'] = (response, email) => {
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
  };
}

function tooManyGuesses(seconds: number): Response {
  return tooManyResponse(
    `Too many attempts to log in. Wait ${describeWait(seconds)}, or choose “Forgot Password” to set a new password by email and log in right away. You can also use a browser you’ve logged in with before.`,
    seconds,
  );
}
