import type { SecondFactorAsked, SecondFactorRefusal } from '../../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from '../library.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import type { SecretHashing } from '../password-hashing.ts';
import type { SignInGuard } from '../sign-in-guard.ts';
import type { FactorCodes } from './second-factor-codes.ts';
import { findFactor, ifOn, type StoredFactor } from './second-factor-queries.ts';

export type FactorCheck = ReturnType<typeof createFactorCheck>;

type Options = Pick<BuiltinIdentityOptions, 'db'> & {
  auth: Auth;
  guard: SignInGuard;
  hashing: SecretHashing;
  passkeys: Pick<PasskeyStore, 'verify'>;
  codes: Pick<FactorCodes, 'take'>;
};

/** Checks that an account's owner is the one changing its second factor. */
export function createFactorCheck({ db, auth, guard, hashing, passkeys, codes }: Options) {
  /** Checks the account's password, then runs `then`. Only a wrong password or code costs an attempt. */
  async function withPassword<T>(
    { email, password }: { email: string; password: string },
    then: (userId: string) => Promise<T | SecondFactorRefusal>,
  ): Promise<T | SecondFactorRefusal> {
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
    if (!found || !hash) return { kind: 'no-password' };
    // Someone who signed up with another person's address must not lock the owner out.
    if (!found.user.emailVerified) return { kind: 'unverified' };
    const admitted = await guard.admitPresent(email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    if (!(await hashing.verify({ hash, password }))) return { kind: 'wrong-password' };
    const outcome = await then(found.user.id);
    if (!isWrong(outcome)) await admitted.giveBack();
    return outcome;
  }

  /** Also requires a code or a passkey. */
  function withBoth<T>(asked: SecondFactorAsked, then: (userId: string) => Promise<T | SecondFactorRefusal>): Promise<T | SecondFactorRefusal> {
    return withPassword<T>(asked, async (userId) => {
      const factor = ifOn(await findFactor(db, userId));
      if (factor === null) return { kind: 'off' };
      return (await takeSecond(factor, asked)) ?? then(userId);
    });
  }

  /** Uses up a code or a passkey's answer. Returns null, or why it was refused. */
  async function takeSecond(factor: StoredFactor, { code, passkey, headers }: SecondFactorAsked): Promise<SecondFactorRefusal | null> {
    if (passkey) return (await passkeys.verify(headers, passkey)) === factor.user_id ? null : { kind: 'wrong-passkey' };
    const taken = await codes.take(factor, code ?? '');
    return taken.kind === 'wrong-code' || taken.kind === 'used-code' ? { kind: taken.kind } : null;
  }

  return { withPassword, withBoth };
}

const WRONG = new Set<unknown>(['wrong-code', 'wrong-passkey']);

const isWrong = (outcome: unknown): boolean => typeof outcome === 'object' && outcome !== null && 'kind' in outcome && WRONG.has(outcome.kind);
