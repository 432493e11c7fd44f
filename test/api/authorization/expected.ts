import type { Endpoint } from '#contract/shared/endpoint.ts';
import type { Caller } from './people.ts';

/** Whose row a request names. */
export type Whose = 'own' | 'other';

/** `done`: any 2xx. Else the refusal's status. */
export type Expected = 'done' | 400 | 401 | 403 | 404;

/** What the contract says that a call must answer: who may make it, and whose rows they may name. */
export function expectedOf(endpoint: Endpoint, caller: Caller, whose: Whose): Expected {
  const refused = refusalByAccess(endpoint, caller);
  if (refused !== null) return refused;
  const { access, rows } = endpoint;
  if (rows === 'own-address' && access === 'anyone') {
    // Everybody may ask for what is public; with an address it is for its owner alone.
    if (caller.role === null) return 401;
    return whose === 'own' && caller.role === 'seller' ? 'done' : 403;
  }
  if (whose === 'own') return 'done';
  if (rows === 'own-address') return 403;
  if (rows === 'own') return 404;
  if (rows === 'own-or-admin') return caller.role === 'admin' ? 'done' : 404;
  return 'done';
}

/** What `access` alone makes of a caller; null when they are let in. */
function refusalByAccess({ access }: Endpoint, { kind, role }: Caller): Expected | null {
  if (access === 'anyone') return null;
  // Whatever else comes with it: a message without the provider's signature.
  if (access === 'provider') return 400;
  if (access === 'identity') return kind === 'nobody' || kind === 'removed' ? 401 : null;
  if (kind === 'unregistered') return 403;
  if (role === null) return 401;
  if (access === 'customer') return role === 'admin' ? 403 : null;
  return access === 'signed-in' || access === role ? null : 403;
}
