import { z } from 'zod';
import type { Provider } from './discovery.ts';
import { OidcFault } from './faults.ts';
import { type Client, tokenRequest } from './token-request.ts';

const Refusal = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/u) });
/** RFC 6749, 5.2; some providers send the second where the first is meant. */
const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client']);

type Checking = { discovery: { find(): Promise<Provider> }; client: Client; redirectUri: string; timeoutMs: number };

/**
 * Returns what the operator should fix, by settings whose names begin with `prefix`; null when the provider responds and accepts the client. Logs
 * nobody in.
 */
export async function findClientFault(prefix: 'GOOGLE' | 'OIDC', checking: Checking): Promise<string | null> {
  try {
    const { status, word } = await readRefusal(await checking.discovery.find(), checking);
    if (status !== 401 && !CLIENT_REFUSED.has(word)) return null;
    return `${prefix}_CLIENT_ID, ${prefix}_CLIENT_SECRET: the provider doesn’t accept them (${word})`;
  } catch (error) {
    return `${prefix}_ISSUER: ${error instanceof OidcFault ? error.message : 'the provider could not be reached'}`;
  }
}

/** Requests tokens with an invalid code: a provider that accepts the client only refuses the code. */
async function readRefusal(provider: Provider, { client, redirectUri, timeoutMs }: Checking): Promise<{ status: number; word: string }> {
  const form = { grant_type: 'authorization_code', code: 'made-up-to-try-the-secret', redirect_uri: redirectUri, code_verifier: 'v'.repeat(43) };
  const init = tokenRequest(provider, client, form);
  const { host, pathname } = new URL(provider.tokenUrl);
  const response = await fetch(provider.tokenUrl, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new OidcFault('provider_unreachable', `${host}${pathname} didn’t respond`, error);
  });
  const refusal = Refusal.safeParse(await response.json().catch(() => null));
  if (response.status >= 500) throw new OidcFault('provider_troubled', `${host}${pathname} answered ${response.status}`);
  return { status: response.status, word: refusal.success ? refusal.data.error : String(response.status) };
}
