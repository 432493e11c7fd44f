import type { ProofWay } from '#contract/accounts/proof.ts';
import type { Auth } from './library.ts';
import type { PasskeyStore } from './passkeys/passkeys.ts';
import type { SecondFactors } from './second-factor/second-factor.ts';

type Options = { auth: Auth; factors: Pick<SecondFactors, 'find'>; passkeys: Pick<PasskeyStore, 'count'> };

/** Lists the ways in which an account's owner can prove who they are. With a second factor on, the password alone isn't enough. */
export async function findProofWays(email: string, { auth, factors, passkeys }: Options): Promise<ProofWay[]> {
  const account = await findProofAccount(email, auth);
  if (!account) return [];
  const passkey: ProofWay[] = (await passkeys.count(account.id)) > 0 ? ['passkey'] : [];
  const factor = await factors.find(account.id);
  if (factor) return [...passkey, factor.secret === '' ? 'recovery' : 'code'];
  return [...passkey, account.hash === null ? 'mail' : 'password'];
}

/** Returns an account's id, and its password hash if it has one. */
export async function findProofAccount(email: string, auth: Auth): Promise<{ id: string; hash: string | null } | null> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  return found && { id: found.user.id, hash: found.accounts.find(({ providerId }) => providerId === 'credential')?.password ?? null };
}
