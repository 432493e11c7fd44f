import type { IdentityProvider } from '../../ports/identity.ts';
import { findPasswordWeakness } from '../../security/passwords/common.ts';
import { wordsAround } from './guarded.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import { replacePasswordHash } from './ownership-queries.ts';
import { deleteSession } from './queries.ts';
import type { SignInGuard } from './sign-in-guard.ts';

type Options = { options: Pick<BuiltinIdentityOptions, 'db' | 'shopName' | 'mails'>; guard: SignInGuard };

/** Creates accounts for the operator: the password rule doesn't apply to them. */
export function createAccounts(auth: Auth): IdentityProvider['createAccount'] {
  return async ({ email, password, name }) => {
    const context = await auth.$context;
    if (await context.internalAdapter.findUserByEmail(email)) return null;
    const hash = await context.password.hash(password);
    const user = await context.internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' }).catch(async (error: unknown) => {
      // Another process created it at the same moment.
      if (await context.internalAdapter.findUserByEmail(email)) return null;
      throw error;
    });
    if (!user) return null;
    await context.internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash });
    return toSubject(user.id);
  };
}

export const toSubject = (userId: string): string => `builtin:${userId}`;

/** Changes the password of a logged-in person. */
export function createPasswordChange(auth: Auth, { options, guard }: Options): IdentityProvider['changePassword'] {
  return async ({ email, present, next, storedId }) => {
    const { internalAdapter, password } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    const stored = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
    if (!found || !stored) return { kind: 'none' };
    const sentence = findPasswordWeakness(next, wordsAround(options.shopName(), found.user));
    if (sentence !== null) return { kind: 'guessable', sentence };
    const admitted = await guard.admitPresent(email);
    if (typeof admitted === 'number') return { kind: 'too-many', retryAfterSeconds: admitted };
    if (!(await password.verify({ hash: stored, password: present }))) return { kind: 'wrong' };
    await admitted.giveBack();
    // It may have been reset in the meantime, by somebody whom this one is to be kept from.
    const isReplaced = await replacePasswordHash(options.db, found.user.id, { from: stored, to: await password.hash(next) });
    if (!isReplaced) return { kind: 'wrong' };
    await deleteSession(options.db, email, { id: storedId, others: true });
    await options.mails.passwordChanged(email);
    return { kind: 'changed', cookie: await guard.writeKnown(email) };
  };
}
