import type { Endpoint } from '#contract/shared/endpoint.ts';
import type { Caller } from './people.ts';

/** Whose row a request names. */
export type Whose = 'own' | 'other';

/** `done`: any 2xx. Otherwise the error's status. */
export type Expected = 'done' | 400 | 401 | 403 | 404;

/** The reply that the contract prescribes: who may make the call, and whose rows they may name. */
export function expectedOf(endpoint: Endpoint, caller: Caller, whose: Whose): Expected {
  const refused = refusalByAccess(endpoint, caller);
  if (refused !== null) return refused;
  const { access, rows } = endpoint;
  if (rows === 'own-address' && access === 'anyone') {
    // Public calls are open to everybody, but with an address only to its owner.
    if (caller.role === null) return 401;
    return whose === 'own' && caller.role === 'seller' ? 'done' : 403;
  }
  if (whose === 'own') return 'done';
  if (rows === 'own-address') return 403;
  if (rows === 'own') return 404;
  if (rows === 'own-or-admin') return caller.role === 'admin' ? 'done' : 404;
  return 'done';
}

/** The error that `access` alone causes; null when the caller is allowed. */
function refusalByAccess({ access }: Endpoint, { kind, role }: Caller): Expected | null {
  if (access === 'anyone') return null;
  // Always malformed, because the provider's signature is missing.
  if (access === 'provider') return 400;
  if (access === 'identity') return kind === 'nobody' || kind === 'removed' ? 401 : null;
  if (kind === 'unregistered') return 403;
  if (role === null) return 401;
  if (access === 'customer') return role === 'admin' ? 403 : null;
  return access === 'signed-in' || access === role ? null : 403;
}
