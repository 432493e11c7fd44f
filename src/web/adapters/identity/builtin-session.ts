import type { ErrorReply } from '#contract/shared/errors.ts';
import { IdentityError, type SignedInIdentity } from '../../ports/identity.ts';

const BASE_PATH = '/api/auth';
const OFFLINE = 'We couldn’t connect. Check your connection and try again.';
const FAILED = 'Something went wrong on our side. Please try again.';

export type Account = { id: string; email: string; name: string | null; image?: string | null };

/** Who is logged in at the shop's own identity service. Every page asks; what else it can do loads later. */
export async function findCurrent(): Promise<SignedInIdentity | null> {
  const signedIn = await ask<{ user: Account } | null>('/get-session');
  return signedIn && toIdentity(signedIn.user);
}

export async function ask<T>(path: string, body?: Record<string, unknown>): Promise<T> {
  const response = await fetch(`${BASE_PATH}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => {
    throw new IdentityError(0, OFFLINE);
  });
  if (!response.ok) throw await readRefusal(response);
  // The service's documentation says what each path returns.
  return (await response.json()) as T;
}

async function readRefusal(response: Response): Promise<IdentityError> {
  const reply = (await response.json().catch(() => null)) as Partial<ErrorReply> | null;
  return new IdentityError(response.status, typeof reply?.message === 'string' ? reply.message : FAILED, { code: reply?.code, fields: reply?.fields });
}

export function toIdentity(account: Account): SignedInIdentity {
  return {
    uid: account.id,
    displayName: account.name?.trim() || null,
    email: account.email,
    photoURL: account.image || null,
  };
}
