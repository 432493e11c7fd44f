import type { SecondFactor, SecondFactorDone } from '../../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from '../library.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import type { SecretHashing } from '../password-hashing.ts';
import { deleteSession, deleteSessionsOf } from '../queries.ts';
import type { SignInGuard } from '../sign-in-guard.ts';
import { createFactorCheck } from './second-factor-check.ts';
import { createFactorCodes, type FactorCodes, NO_APP } from './second-factor-codes.ts';
import { countCodesLeft, deleteFactor, findFactor, findFactorOf, ifOn, removeAll, replaceCodes, type StoredFactor } from './second-factor-queries.ts';
import { createFactorSetup, makeSalt } from './second-factor-setup.ts';

export type SecondFactors = SecondFactor & {
  /** Returns an account's second factor, if it is on. */
  find(userId: string): Promise<StoredFactor | null>;
  take: FactorCodes['take'];
};

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret' | 'shopName' | 'mails' | 'onFault'> & {
  auth: Auth;
  guard: SignInGuard;
  hashing: SecretHashing;
  passkeys: Pick<PasskeyStore, 'count' | 'verify'>;
};

/** Second factors of built-in identity accounts. */
export function createSecondFactors(options: Options): SecondFactors {
  const { db, mails, auth } = options;
  const codes = createFactorCodes(options);
  const check = createFactorCheck({ ...options, codes });

  return {
    ...createFactorSetup({ ...options, check, codes }),
    take: codes.take,
    find: async (userId) => ifOn(await findFactor(db, userId)),
    isOn: async (email) => ifOn(await findFactorOf(db, email)) !== null,
    async describe(email) {
      const factor = ifOn(await findFactorOf(db, email));
      if (factor !== null)
        return { kind: 'on', since: factor.confirmed_at ?? 0, codesLeft: await countCodesLeft(db, factor.user_id), hasApp: factor.secret !== NO_APP };
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      if (!found?.accounts.some(({ providerId, password }) => providerId === 'credential' && password)) return { kind: 'no-password' };
      return { kind: found.user.emailVerified ? 'off' : 'unverified' };
    },
    renewCodes: (asked, note) =>
      check.withBoth<SecondFactorDone>(asked, async (userId) => {
        const salt = makeSalt();
        const { recoveryCodes, hashes } = await codes.makeRecovery(salt);
        if (!(await replaceCodes(db, { userId, salt, hashes }, note))) return { kind: 'off' };
        await mails.secondFactorChanged(asked.email, 'new-codes');
        return { kind: 'done', recoveryCodes };
      }),
    turnOff: (asked, note) =>
      check.withBoth<{ kind: 'done' }>(asked, async (userId) => {
        if (!(await deleteFactor(db, userId, note))) return { kind: 'off' };
        await deleteSession(db, asked.email, { id: asked.storedId, others: true });
        await mails.secondFactorChanged(asked.email, 'off');
        return { kind: 'done' };
      }),
    async remove(email, note) {
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findUserByEmail(email);
      if (!found || !(await removeAll(db, found.user.id, note))) return false;
      await deleteSessionsOf(db, email);
      await mails.secondFactorChanged(email, 'off');
      return true;
    },
  };
}
