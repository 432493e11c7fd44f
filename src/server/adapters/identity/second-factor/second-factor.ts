import { randomBytes } from 'node:crypto';
import type { SecondFactor, SecondFactorAsked, SecondFactorBegun, SecondFactorRefusal, SecondFactorStore } from '../../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from '../library.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import type { PasswordHashing } from '../password-hashing.ts';
import { deleteSession, deleteSessionsOf } from '../queries.ts';
import type { SignInGuard } from '../sign-in-guard.ts';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { createSealing } from './sealed.ts';
import {
  confirmFactor,
  countCodesLeft,
  deleteFactor,
  findFactor,
  findFactorOf,
  keepBegun,
  keepPasskeyFactor,
  removeAll,
  replaceCodes,
  type StoredFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor-queries.ts';
import { findStep, toBase32, toKeyAddress } from './totp.ts';

/** As long as the code that it makes: RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;
const SALT_BYTES = 16;
/** How long a secret waits for its first code. */
const BEGUN_MS = 3_600_000;

/** The factor is a passkey, and there is no app. */
const NO_APP = '';

/** What became of a code: taken, from the app or else with so many recovery codes left; or not. */
export type CodeOutcome = { kind: 'app' } | { kind: 'recovery'; codesLeft: number } | { kind: 'wrong-code' | 'used-code' };

export type SecondFactors = SecondFactor & {
  /** The second factor of an account, by its id, if it is on. */
  find(userId: string): Promise<StoredFactor | null>;
  /** Takes a code and uses it up, or doesn't. Counts nothing. */
  take(factor: StoredFactor, code: string): Promise<CodeOutcome>;
};

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret' | 'shopName' | 'mails' | 'onFault'> & {
  auth: Auth;
  guard: SignInGuard;
  hashing: PasswordHashing;
  passkeys: Pick<PasskeyStore, 'count' | 'verify'>;
};

const WRONG = new Set<unknown>(['wrong-code', 'wrong-passkey']);

/** Second factors of accounts of built-in identity. */
export function createSecondFactors({ db, clock, secret, shopName, mails, onFault, auth, guard, hashing, passkeys }: Options): SecondFactors {
  const sealing = createSealing(secret);

  const secretOf = ({ secret: sealed, user_id }: StoredFactor): Buffer | null => {
    if (sealed === NO_APP) return null;
    const opened = sealing.open(sealed, user_id);
    if (opened === null) onFault('a second factor was kept with another AUTH_SECRET: its codes can’t be checked, and recovery codes alone are taken', null);
    return opened;
  };

  const takeRecoveryCode = async ({ user_id, salt }: StoredFactor, code: string): Promise<CodeOutcome> => {
    if (readRecoveryCode(code) === null) return { kind: 'wrong-code' };
    const isUsed = await spendRecoveryCode(db, user_id, await hashing.inTurn(() => hashRecoveryCode(code, salt)), clock.now());
    return isUsed ? { kind: 'recovery', codesLeft: await countCodesLeft(db, user_id) } : { kind: 'wrong-code' };
  };

  const take: SecondFactors['take'] = async (factor, typed) => {
    const code = typed.replaceAll(/\s/gu, '');
    if (!/^\d{6}$/u.test(code)) return takeRecoveryCode(factor, code);
    const key = secretOf(factor);
    const step = key && findStep(key, code, clock.now());
    if (step === null) return { kind: 'wrong-code' };
    return { kind: (await spendStep(db, factor.user_id, step)) ? 'app' : 'used-code' };
  };

  /** Whether this is the account's password: its account, or why not. Only what is wrong costs one of the tries; `then` says whether more was. */
  const withPassword = async <T>(
    { email, password }: { email: string; password: string },
    then: (userId: string) => Promise<T | SecondFactorRefusal>,
  ): Promise<T | SecondFactorRefusal> => {
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
    if (!found || !hash) return { kind: 'no-password' };
    // Whoever came first with another's address must not lock its owner out.
    if (!found.user.emailVerified) return { kind: 'unverified' };
    const admitted = await guard.admitPresent(email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    if (!(await hashing.verify({ hash, password }))) return { kind: 'wrong-password' };
    const outcome = await then(found.user.id);
    if (!isWrong(outcome)) await admitted.giveBack();
    return outcome;
  };

  /** Uses up what comes second, a code or a passkey's answer: null, or why not. */
  const takeSecond = async (factor: StoredFactor, { code, passkey, headers }: SecondFactorAsked): Promise<SecondFactorRefusal | null> => {
    if (passkey) return (await passkeys.verify(headers, passkey)) === factor.user_id ? null : { kind: 'wrong-passkey' };
    const taken = await take(factor, code ?? '');
    return taken.kind === 'wrong-code' || taken.kind === 'used-code' ? { kind: taken.kind } : null;
  };

  /** The same with a code or a passkey. */
  const withBoth = <T>(asked: SecondFactorAsked, then: (userId: string) => Promise<T | SecondFactorRefusal>) =>
    withPassword<T>(asked, async (userId) => {
      const factor = ifOn(await findFactor(db, userId));
      if (factor === null) return { kind: 'off' };
      return (await takeSecond(factor, asked)) ?? then(userId);
    });

  const makeCodes = async (salt: string) => {
    const recoveryCodes = makeRecoveryCodes();
    const hashes: string[] = [];
    for (const code of recoveryCodes) hashes.push(await hashing.inTurn(() => hashRecoveryCode(code, salt)));
    return { recoveryCodes, hashes };
  };

  return {
    take,
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
    begin: (asked) =>
      withPassword<SecondFactorBegun>(asked, async (userId) => {
        const key = randomBytes(SECRET_BYTES);
        const isStored = await keepBegun(db, { userId, secret: sealing.seal(key, userId), salt: makeSalt(), now: clock.now() });
        if (!isStored) return { kind: 'on' };
        return { kind: 'begun', secret: toBase32(key), address: toKeyAddress(key, { shopName: shopName(), email: asked.email }) };
      }),
    async confirm({ email, code, storedId }, note) {
      const factor = await findFactorOf(db, email);
      if (ifOn(factor)) return { kind: 'on' };
      if (!factor || factor.started_at < clock.now() - BEGUN_MS) return { kind: 'off' };
      const key = secretOf(factor);
      const step = key && findStep(key, code.replaceAll(/\s/gu, ''), clock.now());
      if (step === null) return { kind: 'wrong-code' };
      const { recoveryCodes, hashes } = await makeCodes(factor.salt);
      if (!(await confirmFactor(db, { factor, step, hashes, now: clock.now() }, note))) return { kind: 'on' };
      await deleteSession(db, email, { id: storedId, others: true });
      await mails.secondFactorChanged(email, 'on');
      return { kind: 'done', recoveryCodes };
    },
    usePasskeys: (asked, note) =>
      withPassword<SecondFactorStore>(asked, async (userId) => {
        if ((await passkeys.count(userId)) === 0) return { kind: 'no-passkey' };
        const salt = makeSalt();
        const { recoveryCodes, hashes } = await makeCodes(salt);
        if (!(await keepPasskeyFactor(db, { userId, salt, hashes, now: clock.now() }, note))) return { kind: 'on' };
        await deleteSession(db, asked.email, { id: asked.storedId, others: true });
        await mails.secondFactorChanged(asked.email, 'passkeys-on');
        return { kind: 'done', recoveryCodes };
      }),
    renewCodes: (asked, note) =>
      withBoth<SecondFactorStore>(asked, async (userId) => {
        const salt = makeSalt();
        const { recoveryCodes, hashes } = await makeCodes(salt);
        if (!(await replaceCodes(db, { userId, salt, hashes }, note))) return { kind: 'off' };
        await mails.secondFactorChanged(asked.email, 'new-codes');
        return { kind: 'done', recoveryCodes };
      }),
    turnOff: (asked, note) =>
      withBoth<{ kind: 'done' }>(asked, async (userId) => {
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

const isWrong = (outcome: unknown): boolean => typeof outcome === 'object' && outcome !== null && 'kind' in outcome && WRONG.has(outcome.kind);

const ifOn = (factor: StoredFactor | undefined): StoredFactor | null => (factor && factor.confirmed_at !== null ? factor : null);

const makeSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');
