import type { BuiltinIdentityOptions } from '../library.ts';
import type { SecretHashing } from '../password-hashing.ts';
import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { createSealing } from './sealed.ts';
import { countCodesLeft, type StoredFactor, spendRecoveryCode, spendStep } from './second-factor-queries.ts';
import { findStep } from './totp.ts';

/** The result of a code: from the app, a recovery code (with the number left), or a refusal. */
export type CodeOutcome = { kind: 'app' } | { kind: 'recovery'; codesLeft: number } | { kind: 'wrong-code' | 'used-code' };

export type FactorCodes = ReturnType<typeof createFactorCodes>;

/** The secret of a factor that uses passkeys and has no app. */
export const NO_APP = '';

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret' | 'onFault'> & { hashing: SecretHashing };

/** The codes of second factors: authenticator codes and recovery codes. */
export function createFactorCodes({ db, clock, secret, onFault, hashing }: Options) {
  const sealing = createSealing(secret);

  /** Checks a code and uses it up. Doesn't count failed attempts. */
  async function take(factor: StoredFactor, typed: string): Promise<CodeOutcome> {
    const code = withoutSpaces(typed);
    if (!/^\d{6}$/u.test(code)) return takeRecoveryCode(factor, code);
    const step = stepOf(factor, code);
    if (step === null) return { kind: 'wrong-code' };
    return { kind: (await spendStep(db, factor.user_id, step)) ? 'app' : 'used-code' };
  }

  /** Returns the time step of an authenticator code; null when it is wrong. */
  function stepOf(factor: StoredFactor, typed: string): number | null {
    const key = secretOf(factor);
    return key && findStep(key, withoutSpaces(typed), clock.now());
  }

  function secretOf({ secret: sealed, user_id }: StoredFactor): Buffer | null {
    if (sealed === NO_APP) return null;
    const opened = sealing.open(sealed, user_id);
    if (opened === null) onFault('a second factor was stored with another AUTH_SECRET: its codes can’t be checked, so only recovery codes are accepted', null);
    return opened;
  }

  async function takeRecoveryCode({ user_id, salt }: StoredFactor, code: string): Promise<CodeOutcome> {
    if (readRecoveryCode(code) === null) return { kind: 'wrong-code' };
    const isUsed = await spendRecoveryCode(db, user_id, await hashing.hashCode(code, salt), clock.now());
    return isUsed ? { kind: 'recovery', codesLeft: await countCodesLeft(db, user_id) } : { kind: 'wrong-code' };
  }

  async function makeRecovery(salt: string): Promise<{ recoveryCodes: string[]; hashes: string[] }> {
    const recoveryCodes = makeRecoveryCodes();
    const hashes: string[] = [];
    for (const code of recoveryCodes) hashes.push(await hashing.hashCode(code, salt));
    return { recoveryCodes, hashes };
  }

  return { take, stepOf, makeRecovery, seal: sealing.seal };
}

const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/gu, '');
