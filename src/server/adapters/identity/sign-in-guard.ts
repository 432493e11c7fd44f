import { createHmac } from 'node:crypto';
import type { Budget } from '#contract/shared/limits.ts';
import type { Db } from '../../db/tables.ts';
import { describeWait } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { createLimiter } from '../../security/rate-limiter.ts';
import { giveBackShared, spendShared } from './budget-queries.ts';
import { type CodeGuesses, createCodeGuesses } from './code-guesses.ts';
import { createKnownDevices } from './known-device.ts';
import { networkKeyOfRequest } from './network-key.ts';
import { findPasswordHashOf } from './ownership-queries.ts';
import { PASSKEY_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH } from './passkeys/plugin.ts';
import { createPasswordGuesses, type PasswordGuesses } from './password-guesses.ts';
import { tooManyResponse } from './refusals.ts';

/** The present password, asked again of a logged-in person. */
const PRESENT: Budget = { burst: 10, perMinute: 0.5 };

/** Other requests from one client network. */
const BY_PATH: Record<string, { budget: Budget; what: string }> = {
  '/sign-up/email': { budget: { burst: 300, perMinute: 5 }, what: 'new accounts' },
  '/request-password-reset': { budget: { burst: 60, perMinute: 2 }, what: 'password reset emails' },
  [PASSKEY_OPTIONS_PATH]: { budget: { burst: 300, perMinute: 60 }, what: 'log-ins' },
  [PASSKEY_SIGN_IN_PATH]: { budget: { burst: 300, perMinute: 60 }, what: 'passkey logins' },
  '/reset-password': { budget: { burst: 60, perMinute: 2 }, what: 'password changes' },
};
const ANY_PATH = { budget: { burst: 1200, perMinute: 600 }, what: 'requests' };

export type SignInGuard = PasswordGuesses &
  CodeGuesses & {
    /** Counts a state-changing request by its client network. Returns null, or a refusal. */
    count(request: Request, path: string): Response | null;
    /** Spends an attempt at a logged-in person's present password. Returns a way to give it back, or the seconds to wait. */
    admitPresent(email: string): Promise<{ giveBack(): Promise<void> } | number>;
    /** Since when this browser is known to the account (epoch ms), by a login or its sign-up; null when it isn't. */
    knownSince(request: Request, email: string): Promise<number | null>;
  };

type Options = { db: Db; clock: Clock; secret: string; isSecure: boolean };

/**
 * Brute-force protection. Strangers share the attempts of their network and of the account; browsers that have logged in with the account's present
 * password have attempts of their own, so nobody can lock the owner out. Right passwords cost nothing. A refusal comes before any password is checked.
 */
export function createSignInGuard({ db, clock, secret, isSecure }: Options): SignInGuard {
  const limiter = createLimiter();
  const devices = createKnownDevices({ secret, isSecure, findHash: (email) => findPasswordHashOf(db, email) });
  const accountOf = (email: string): string => createHmac('sha256', secret).update(`account\n${email}`).digest('hex').slice(0, 32);
  const counted = { db, clock, limiter, devices, accountOf };

  return {
    ...createPasswordGuesses(counted),
    ...createCodeGuesses(counted),
    knownSince: (request, email) => devices.read(request.headers, email, clock.now()),
    count(request, path) {
      if (path === '/sign-in/email') return null;
      const { budget, what } = BY_PATH[path] ?? ANY_PATH;
      const seconds = limiter.take(`${what} ${networkKeyOfRequest(request)}`, budget);
      return seconds > 0 ? tooManyOf(what, seconds) : null;
    },
    async admitPresent(email) {
      const key = `present ${accountOf(email)}`;
      const seconds = await spendShared(db, key, PRESENT, clock.now());
      return seconds > 0 ? seconds : { giveBack: () => giveBackShared(db, key, PRESENT) };
    },
  };
}

function tooManyOf(what: string, seconds: number): Response {
  return tooManyResponse(`Too many ${what} in a short time. Wait ${describeWait(seconds)}, then try again.`, seconds);
}
