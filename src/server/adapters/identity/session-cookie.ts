import { translatingErrors } from '../../db/trouble.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { hasReadableCookies } from './auth-handler.ts';
import type { Auth, BuiltinIdentityOptions } from './library.ts';
import { toSubject } from './passwords.ts';
import { MAX_SESSION_MS, noteSessionUse } from './queries.ts';

/** Reads the session cookie. */
export function createIdentify(auth: Auth, { db, clock }: Pick<BuiltinIdentityOptions, 'db' | 'clock'>): IdentityProvider['identify'] {
  return async (headers) => {
    if (!hasReadableCookies(headers)) return null;
    const signedIn = await translatingErrors(
      () => auth.api.getSession({ headers, query: { disableRefresh: true } }),
      (found) => found === null,
    );
    if (!signedIn) return null;
    const { user, session } = signedIn;
    const end = Math.min(new Date(session.expiresAt).getTime(), new Date(session.createdAt).getTime() + MAX_SESSION_MS);
    if (end <= clock.now()) return null;
    await noteSessionUse(db, session.id, clock.now());
    return {
      email: user.email.toLowerCase(),
      name: user.name,
      subject: toSubject(user.id),
      emailVerified: user.emailVerified,
      sessionId: session.id,
      expiresAt: end,
    };
  };
}
