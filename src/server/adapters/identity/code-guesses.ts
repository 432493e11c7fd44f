import type { Budget } from '#contract/shared/limits.ts';
import { giveBackShared, spendShared } from './budget-queries.ts';
import { networkKeyOfRequest } from './network-key.ts';
import type { GuessOptions } from './password-guesses.ts';
import { readRecoveryCode } from './second-factor/recovery-codes.ts';

export type CodeGuesses = {
  /**
   * Spends an attempt at an account's second-factor code, asked for after the right password. Recovery codes have attempts of their own. Returns a way
   * to give it back, or the seconds to wait.
   */
  admitCode(request: Pick<Request, 'headers'>, email: string, code: string): Promise<{ giveBack(): Promise<void> } | number>;
};

/**
 * Budgets for one account's second-factor code: from one client network, from browsers that logged in to it before, and from all other networks
 * together.
 */
const CODE_NETWORK: Budget = { burst: 5, perMinute: 0.2 };
const CODE_KNOWN: Budget = { burst: 5, perMinute: 0.2 };
const CODE_ACCOUNT: Budget = { burst: 20, perMinute: 0.25 };

/** Limits guesses of second-factor codes, which come after the right password. */
export function createCodeGuesses({ db, clock, limiter, devices, accountOf }: GuessOptions): CodeGuesses {
  return {
    async admitCode(request, email, code) {
      const now = clock.now();
      const account = `${readRecoveryCode(code) === null ? '' : 'recovery '}${accountOf(email)}`;
      if ((await devices.read(request.headers, email, now)) !== null) {
        const known = `code known ${account}`;
        return (await spendShared(db, known, CODE_KNOWN, now)) || { giveBack: () => giveBackShared(db, known, CODE_KNOWN) };
      }
      const [pair, key] = [`code ${networkKeyOfRequest(request)} ${account}`, `code account ${account}`];
      const here = limiter.take(pair, CODE_NETWORK);
      if (here > 0) return here;
      const giveBack = async () => {
        limiter.giveBack(pair, CODE_NETWORK);
        await giveBackShared(db, key, CODE_ACCOUNT);
      };
      return (await spendShared(db, key, CODE_ACCOUNT, now)) || { giveBack };
    },
  };
}
