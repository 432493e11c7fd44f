import { randomBytes } from 'node:crypto';
import type { SecondFactor, SecondFactorBegun, SecondFactorDone } from '../../../ports/identity.ts';
import type { BuiltinIdentityOptions } from '../library.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import { deleteSession } from '../queries.ts';
import type { FactorCheck } from './second-factor-check.ts';
import type { FactorCodes } from './second-factor-codes.ts';
import { confirmFactor, findFactorOf, ifOn, savePasskeyFactor, savePendingFactor } from './second-factor-queries.ts';
import { toBase32, toKeyAddress } from './totp.ts';

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'shopName' | 'mails'> & {
  passkeys: Pick<PasskeyStore, 'count'>;
  check: FactorCheck;
  codes: FactorCodes;
};

/** The length of an HMAC-SHA-1, as RFC 4226 recommends: 160 bits. */
const SECRET_BYTES = 20;
const SALT_BYTES = 16;
/** How long a new secret waits for its first code. */
const BEGUN_MS = 3_600_000;

/** Turns on second factors: an app's, with its first code, or passkeys. */
export function createFactorSetup({ db, clock, shopName, mails, passkeys, check, codes }: Options): Pick<SecondFactor, 'begin' | 'confirm' | 'usePasskeys'> {
  return {
    begin: (asked) =>
      check.withPassword<SecondFactorBegun>(asked, async (userId) => {
        const key = randomBytes(SECRET_BYTES);
        const isStored = await savePendingFactor(db, { userId, secret: codes.seal(key, userId), salt: makeSalt(), now: clock.now() });
        if (!isStored) return { kind: 'on' };
        return { kind: 'begun', secret: toBase32(key), address: toKeyAddress(key, { shopName: shopName(), email: asked.email }) };
      }),
    async confirm({ email, code, storedId }, note) {
      const factor = await findFactorOf(db, email);
      if (ifOn(factor)) return { kind: 'on' };
      if (!factor || factor.started_at < clock.now() - BEGUN_MS) return { kind: 'off' };
      const step = codes.stepOf(factor, code);
      if (step === null) return { kind: 'wrong-code' };
      const { recoveryCodes, hashes } = await codes.makeRecovery(factor.salt);
      if (!(await confirmFactor(db, { factor, step, hashes, now: clock.now() }, note))) return { kind: 'on' };
      await deleteSession(db, email, { id: storedId, others: true });
      await mails.secondFactorChanged(email, 'on');
      return { kind: 'done', recoveryCodes };
    },
    usePasskeys: (asked, note) =>
      check.withPassword<SecondFactorDone>(asked, async (userId) => {
        if ((await passkeys.count(userId)) === 0) return { kind: 'no-passkey' };
        const salt = makeSalt();
        const { recoveryCodes, hashes } = await codes.makeRecovery(salt);
        if (!(await savePasskeyFactor(db, { userId, salt, hashes, now: clock.now() }, note))) return { kind: 'on' };
        await deleteSession(db, asked.email, { id: asked.storedId, others: true });
        await mails.secondFactorChanged(asked.email, 'passkeys-on');
        return { kind: 'done', recoveryCodes };
      }),
  };
}

/** Creates a salt for an account's recovery codes. */
export const makeSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');
