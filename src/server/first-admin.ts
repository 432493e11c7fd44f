import { findUserByEmail, insertUser, promoteToAdmin } from './features/accounts/index.ts';
import type { Services } from './services.ts';

/** Makes sure that this address is an admin who can sign in. An account that exists keeps its password. */
export const ensureAdmin = async (
  { db, identity, clock }: Pick<Services, 'db' | 'identity' | 'clock'>,
  admin: { email: string; password: string | null },
): Promise<'made' | 'promoted' | 'kept'> => {
  const email = admin.email.trim().toLowerCase();
  if (admin.password !== null) await identity.createAccount({ email, password: admin.password, name: 'Admin' });
  const known = await findUserByEmail(db, email);
  if (known?.role === 'admin' && known.removed_at === null) return 'kept';
  if (await promoteToAdmin(db, email)) return 'promoted';
  await insertUser(db, { email, name: 'Admin', role: 'admin' }, clock.now());
  return 'made';
};
