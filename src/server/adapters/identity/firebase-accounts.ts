import { z } from 'zod';
import { ProviderError } from '../../errors.ts';
import type { NewAccount } from '../../ports/identity.ts';

const TIMEOUT_MS = 10_000;

const Made = z.object({ localId: z.string().min(1) });
const Refusal = z.object({ error: z.object({ message: z.string() }) });

const KeyRefusal = z.object({ error: z.object({ message: z.string(), details: z.array(z.object({ reason: z.string().optional() })).default([]) }) });
/** The key is restricted to browsers on the shop's pages, so it can't be checked from the server. */
const FOR_BROWSERS = 'API_KEY_HTTP_REFERRER_BLOCKED';

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

type AccountsOptions = { apiKey: string; emulatorHost: string | null };

/** Requests the project's public settings. Returns why Firebase refuses the key, by the setting's name; null when it accepts it. */
export async function findKeyFault({ apiKey, emulatorHost }: AccountsOptions): Promise<string | null> {
  try {
    const address = `${originOf(emulatorHost)}/v1/projects?key=${encodeURIComponent(apiKey)}`;
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const refusal = KeyRefusal.safeParse(await response.json().catch(() => null));
    if (response.ok) return null;
    const { message = `status ${response.status}`, details = [] } = refusal.data?.error ?? {};
    if (details.some(({ reason }) => reason === FOR_BROWSERS)) return null;
    return `FIREBASE_API_KEY: Firebase doesn’t accept it (${message.replaceAll(apiKey, '…').slice(0, 200)})`;
  } catch (error) {
    // The URL contains the key, and an error may repeat it.
    return `FIREBASE_API_KEY: it could not be checked because Firebase didn’t respond (${error instanceof Error ? error.name : 'no response'})`;
  }
}

/** The base URL of Firebase Authentication's REST API. */
function originOf(emulatorHost: string | null): string {
  return emulatorHost === null ? 'https://identitytoolkit.googleapis.com' : `http://${emulatorHost}/identitytoolkit.googleapis.com`;
}

/** Creates accounts with a password at Firebase. Returns the uid, or null when the address already has an account. */
export function createFirebaseAccounts({ apiKey, emulatorHost }: AccountsOptions) {
  const address = `${originOf(emulatorHost)}/v1/accounts:signUp?key=${encodeURIComponent(apiKey)}`;

  return async ({ email, password, name }: NewAccount): Promise<string | null> => {
    const ask = () =>
      fetch(address, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, displayName: name, returnSecureToken: true }),
      });
    const response = await ask()
      // A connection reused from an earlier call may just have been closed.
      .catch((error: unknown) => (isLostConnection(error) ? ask() : Promise.reject(error)))
      .catch((error: unknown) => {
        // The URL contains the key, and an error may repeat it.
        throw new ProviderError(`Firebase Authentication can’t be reached (${error instanceof Error ? error.name : 'no response'}).`);
      });
    const body: unknown = await response.json().catch(() => null);
    const made = Made.safeParse(body);
    if (response.ok && made.success) return made.data.localId;
    const refusal = Refusal.safeParse(body);
    const why = refusal.success ? refusal.data.error.message : `status ${response.status}`;
    if (why.startsWith('EMAIL_EXISTS')) return null;
    throw new ProviderError(`Firebase Authentication didn’t create the account: ${why}.`, response.status >= 500 ? 'troubled' : 'refused');
  };
}

function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause && LOST.has(String(error.cause.code));
}
