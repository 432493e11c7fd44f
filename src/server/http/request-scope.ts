import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditRole } from '#contract/audit.ts';

/** Who does something: a person, or what else acts. */
export type Doer = { role: AuditRole; id: string | null };

/** Who asked for what is being done now, from where, and by which request. */
export type RequestScope = { by: Doer; network: string | null; requestId: string | null };

/** Work that no request asked for. */
const OWN_WORK: RequestScope = { by: { role: 'shop', id: null }, network: null, requestId: null };

/** The one thing that travels beside parameters: the record of what is done names the request, however deep below it the deed is. Nothing decides by it. */
const scopes = new AsyncLocalStorage<RequestScope>();

export const withinScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

export const currentScope = (): RequestScope => scopes.getStore() ?? OWN_WORK;
