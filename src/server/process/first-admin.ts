import { findUserByEmail, giveToIdentity, promoteToAdmin, registerUser } from '../features/accounts/index.ts';
import { withinScope } from '../http/request-scope.ts';
import type { Services } from '../services.ts';

type Admin = { email: string; password: string | null };

/**
 * Makes sure that this address is an admin who can sign in. An account that exists keeps its password, and has to prove its address before it
 * is an admin's: anybody could have made it. An admin whom the identity service knows costs no question to it.
 */
export function ensureAdmin(services: Pick<Services, 'db' | 'identity' | 'clock'>, admin: Admin): Promise<'made' | 'promoted' | 'kept'> {
  return withinScope({ by: { role: 'operator', id: null }, network: null, requestId: null }, () => make(services, admin));
}

async function make({ db, identity, clock }: Pick<Services, 'db' | 'identity' | 'clock'>, admin: Admin): Promise<'made' | 'promoted' | 'kept'> {
  const email = admin.email.trim().toLowerCase();
  const known = await findUserByEmail(db, email);
  const isAdmin = known?.role === 'admin' && known.removed_at === null;
  if (isAdmin && known.identity_subject?.startsWith(`${identity.kind}:`)) return 'kept';
  const subject = admin.password === null ? null : await identity.createAccount({ email, password: admin.password, name: 'Admin' });
  // It was made this moment, with a password that the operator chose.
  if (known && subject !== null) await giveToIdentity(db, known.id, subject, clock.now());
  if (isAdmin) return 'kept';
  if (await promoteToAdmin(db, email, subject, clock.now())) {
    // Who signed in before may be a stranger.
    await identity.endSessions(email);
    return 'promoted';
  }
  await registerUser(db, { email, name: 'Admin', role: 'admin', identity_subject: subject }, clock.now());
  return 'made';
}
