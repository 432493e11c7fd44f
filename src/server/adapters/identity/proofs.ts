import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Proof, ProofWay } from '#contract/accounts/proof.ts';
import type { ProofOutcome, Proofs } from '../../ports/identity.ts';
import { PROOF_CODE_MS } from '../../ports/mailer.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import type { PasskeyStore } from './passkeys/passkeys.ts';
import { saveProof } from './proof-queries.ts';
import type { SecondFactors } from './second-factor/second-factor.ts';
import type { SignInGuard } from './sign-in-guard.ts';

const CODE_DIGITS = 8;

type Options = Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret' | 'mails'> & {
  auth: Auth;
  guard: SignInGuard;
  factors: Pick<SecondFactors, 'find' | 'take'>;
  passkeys: Pick<PasskeyStore, 'count' | 'verify'>;
};
type Asked = Parameters<Proofs['prove']>[0];

/** Asks people who are signed in to show once more that it is them. Where a second factor is on, the password alone shows nothing. */
export function createProofs({ db, clock, secret, mails, auth, guard, factors, passkeys }: Options): Proofs {
  const findAccount = async (email: string) => {
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    return found && { id: found.user.id, hash: found.accounts.find(({ providerId }) => providerId === 'credential')?.password ?? null };
  };

  const ways = async (email: string): Promise<ProofWay[]> => {
    const account = await findAccount(email);
    if (!account) return [];
    const passkey: ProofWay[] = (await passkeys.count(account.id)) > 0 ? ['passkey'] : [];
    const factor = await factors.find(account.id);
    if (factor) return [...passkey, factor.secret === '' ? 'recovery' : 'code'];
    return [...passkey, account.hash === null ? 'mail' : 'password'];
  };

  /** Wrong ones cost one of the tries that an account has for its present password. */
  const guess = async (email: string, check: () => Promise<ProofOutcome>): Promise<ProofOutcome> => {
    const admitted = await guard.admitPresent(email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    const outcome = await check();
    if (outcome.kind === 'proven') await admitted.giveBack();
    return outcome;
  };

  const checkPassword = async (email: string, password: string): Promise<ProofOutcome> => {
    const hash = (await findAccount(email))?.hash ?? null;
    if (hash === null) return { kind: 'other-way' };
    const { password: hashing } = await auth.$context;
    return { kind: (await hashing.verify({ hash, password })) ? 'proven' : 'wrong-password' };
  };

  const codes = createMailedCodes({ auth, secret });

  const checkFactorCode = async ({ email, headers }: Asked, code: string): Promise<ProofOutcome> => {
    const account = await findAccount(email);
    const factor = account && (await factors.find(account.id));
    if (!factor) return { kind: 'other-way' };
    const admitted = await guard.admitCode({ headers }, email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    const taken = await factors.take(factor, code);
    if (taken.kind === 'wrong-code') return { kind: 'wrong-code' };
    await admitted.giveBack();
    if (taken.kind === 'used-code') return { kind: 'used-code' };
    if (taken.kind === 'recovery') await mails.recoveryCodeUsed(email, taken.codesLeft);
    return { kind: 'proven' };
  };

  const checkPasskey = async ({ email, headers }: Asked, passkey: NonNullable<Proof['passkey']>): Promise<ProofOutcome> => {
    const [account, owner] = await Promise.all([findAccount(email), passkeys.verify(headers, passkey)]);
    return { kind: owner !== null && owner === account?.id ? 'proven' : 'wrong-passkey' };
  };

  const check = async (asked: Asked): Promise<ProofOutcome> => {
    const { email, sessionId, given } = asked;
    const { password, code, passkey } = given;
    const possible = await ways(email);
    if (passkey !== undefined) return checkPasskey(asked, passkey);
    if (password !== undefined) return possible.includes('password') ? guess(email, () => checkPassword(email, password)) : { kind: 'other-way' };
    if (code === undefined) return { kind: 'other-way' };
    if (possible.includes('mail')) return guess(email, async () => ({ kind: (await codes.take(sessionId, code)) ? 'proven' : 'wrong-code' }));
    return checkFactorCode(asked, code);
  };

  return {
    ways,
    async prove(asked) {
      const outcome = await check(asked);
      if (outcome.kind === 'proven') await saveProof(db, asked.sessionId, clock.now());
      return outcome;
    },
    async sendCode({ email, sessionId }) {
      if (!(await ways(email)).includes('mail')) return null;
      const code = codes.make();
      const seconds = await mails.proofCode(email, code);
      if (seconds === 0) await codes.save(sessionId, code);
      return seconds;
    },
  };
}

/** Codes that are mailed: one at a time for a sign-in, kept as a keyed hash, good once and for some minutes. */
function createMailedCodes({ auth, secret }: Pick<Options, 'auth' | 'secret'>) {
  const nameOf = (sessionId: string): string => `proof-code-${sessionId}`;
  const hashOf = (sessionId: string, code: string): Buffer => createHmac('sha256', secret).update(`proof code\n${sessionId}\n${code}`).digest();
  return {
    make: (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
    async save(sessionId: string, code: string): Promise<void> {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteVerificationByIdentifier(nameOf(sessionId));
      const value = hashOf(sessionId, code).toString('base64url');
      await internalAdapter.createVerificationValue({ identifier: nameOf(sessionId), value, expiresAt: new Date(Date.now() + PROOF_CODE_MS) });
    },
    async take(sessionId: string, typed: string): Promise<boolean> {
      const { internalAdapter } = await auth.$context;
      const stored = await internalAdapter.findVerificationValue(nameOf(sessionId));
      if (!stored || new Date(stored.expiresAt).getTime() < Date.now()) return false;
      const isRight = timingSafeEqual(Buffer.from(stored.value, 'base64url'), hashOf(sessionId, typed.replaceAll(/\s/gu, '')));
      return isRight && (await internalAdapter.consumeVerificationValue(nameOf(sessionId))) !== null;
    },
  };
}
