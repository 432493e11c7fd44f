import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditRole } from '#contract/audit.ts';

/** The actor: a person, or another part of the system. */
export type Doer = { role: AuditRole; id: string | null };

/** Who requested the current work, from which network, and in which request. */
type RequestScope = { by: Doer; network: string | null; requestId: string | null };

/** Work without a request. */
const OWN_WORK: RequestScope = { by: { role: 'shop', id: null }, network: null, requestId: null };

/** The only implicit context: audit entries name the request, however deep in the call stack they are written. No decision depends on it. */
const scopes = new AsyncLocalStorage<RequestScope>();

export const withinScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

export const currentScope = (): RequestScope => scopes.getStore() ?? OWN_WORK;
