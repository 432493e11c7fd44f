import type { z } from 'zod';
import { parseJson } from '#contract/shared/parse-json.ts';
import { OidcFault } from './faults.ts';

const SIZE_MAX = 200_000;

type Asking<T> = { init?: RequestInit; timeoutMs: number; reply: z.ZodType<T> };

/** Fetches JSON from a provider and parses it by the schema; throws an `OidcFault` that contains no secrets. Follows no redirects. */
export async function fetchJson<T>(address: string, { init, timeoutMs, reply }: Asking<T>): Promise<T> {
  const { host, pathname } = new URL(address);
  const where = `${host}${pathname}`;
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (!response.ok) throw new OidcFault('provider_troubled', `${where} answered ${response.status}`);
    const parsed = text.length > SIZE_MAX ? undefined : reply.safeParse(parseJson(text));
    if (!parsed?.success) throw new OidcFault('provider_troubled', `${where} gave an unexpected response`);
    return parsed.data;
  } catch (error) {
    if (error instanceof OidcFault) throw error;
    throw new OidcFault('provider_unreachable', `${where} didn’t respond`, error);
  }
}
