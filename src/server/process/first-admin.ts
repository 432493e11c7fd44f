import { assignToIdentity, findUserByEmail, promoteToAdmin, registerUser } from '../features/accounts/index.ts';
import { withinScope } from '../http/request-scope.ts';
import type { Services } from '../services.ts';

type Admin = { email: string; password: string | null };

/**
 * Makes sure that this address belongs to an admin who can log in. An existing account keeps its password and must verify its address before it
 * becomes an admin, since anybody could have created it. An admin already linked to the identity service needs no call to it.
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
  // The account was just created, with a password that the operator chose.
  if (known && subject !== null) await assignToIdentity(db, known.id, subject, clock.now());
  if (isAdmin) {
    // The sessions may have outlived a promotion that was interrupted.
    if (subject === null) await identity.endSessions(email);
    return 'kept';
  }
  if (await promoteToAdmin(db, email, subject, clock.now())) {
    // Whoever is logged in may be a stranger.
    await identity.endSessions(email);
    return 'promoted';
  }
  await registerUser(db, { email, name: 'Admin', role: 'admin', identity_subject: subject }, clock.now());
  return 'made';
}
