import type { Proof } from '#contract/accounts/proof.ts';
import type { ProofOutcome, Proofs } from '../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import type { MailedCodes } from './mailed-codes.ts';
import type { PasskeyStore } from './passkeys/passkeys.ts';
import { findProofAccount, findProofWays } from './proof-ways.ts';
import type { SecondFactors } from './second-factor/second-factor.ts';
import type { SignInGuard } from './sign-in-guard.ts';

export type ProofCheckOptions = Pick<BuiltinIdentityOptions, 'mails'> & {
  auth: Auth;
  guard: SignInGuard;
  factors: Pick<SecondFactors, 'find' | 'take'>;
  passkeys: Pick<PasskeyStore, 'count' | 'verify'>;
};
type Asked = Parameters<Proofs['prove']>[0];

/** Checks a proof of identity: a password, a code or a passkey. */
export function createProofCheck({ mails, auth, guard, factors, passkeys, codes }: ProofCheckOptions & { codes: Pick<MailedCodes, 'take'> }) {
  /** A wrong proof costs one of the account's attempts at its present password. */
  const guess = async (email: string, check: () => Promise<ProofOutcome>): Promise<ProofOutcome> => {
    const admitted = await guard.admitPresent(email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    const outcome = await check();
    if (outcome.kind === 'proven') await admitted.giveBack();
    return outcome;
  };

  const checkPassword = async (email: string, password: string): Promise<ProofOutcome> => {
    const hash = (await findProofAccount(email, auth))?.hash ?? null;
    if (hash === null) return { kind: 'other-way' };
    const { password: hashing } = await auth.$context;
    return { kind: (await hashing.verify({ hash, password })) ? 'proven' : 'wrong-password' };
  };

  const checkFactorCode = async ({ email, headers }: Asked, code: string): Promise<ProofOutcome> => {
    const account = await findProofAccount(email, auth);
    const factor = account && (await factors.find(account.id));
    if (!factor) return { kind: 'other-way' };
    const admitted = await guard.admitCode({ headers }, email, code);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    const taken = await factors.take(factor, code);
    if (taken.kind === 'wrong-code') return { kind: 'wrong-code' };
    await admitted.giveBack();
    if (taken.kind === 'used-code') return { kind: 'used-code' };
    if (taken.kind === 'recovery') await mails.recoveryCodeUsed(email, taken.codesLeft);
    return { kind: 'proven' };
  };

  const checkPasskey = async ({ email, headers }: Asked, passkey: NonNullable<Proof['passkey']>): Promise<ProofOutcome> => {
    const [account, owner] = await Promise.all([findProofAccount(email, auth), passkeys.verify(headers, passkey)]);
    return { kind: owner !== null && owner === account?.id ? 'proven' : 'wrong-passkey' };
  };

  return async (asked: Asked): Promise<ProofOutcome> => {
    const { email, sessionId, given } = asked;
    const { password, code, passkey } = given;
    const possible = await findProofWays(email, { auth, factors, passkeys });
    if (passkey !== undefined) return checkPasskey(asked, passkey);
    if (password !== undefined) return possible.includes('password') ? guess(email, () => checkPassword(email, password)) : { kind: 'other-way' };
    if (code === undefined) return { kind: 'other-way' };
    if (possible.includes('mail')) return guess(email, async () => ({ kind: (await codes.take(sessionId, code)) ? 'proven' : 'wrong-code' }));
    return checkFactorCode(asked, code);
  };
}
