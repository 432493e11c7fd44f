import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { hours, minutes } from '#contract/shared/durations.ts';

const MINUTE_MS = minutes(1);
/** How long keys are cached when their server doesn't say. */
const USUAL_MS = 10 * MINUTE_MS;
const LONGEST_MS = hours(24);
/** The shortest time between two fetches, for an unknown key or after a failure. */
const PAUSE_MS = 30_000;
const SIZE_MAX = 200_000;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** The key server gives no usable reply, and no earlier keys are cached. */
export class KeysUnreachable extends Error {}

export type PublishedKeysOptions = {
  /** Returns the keys' address; called before each fetch. */
  address: () => Promise<string>;
  timeoutMs: number;
  now: () => number;
};

/**
 * A provider's public signing keys, cached for as long as the reply says; old ones serve for a day while the server is down. Ages are absolute, so that
 * after the clock was set back, keys are fetched as always.
 */
export function createPublishedKeys({ address, timeoutMs, now }: PublishedKeysOptions): JWTVerifyGetKey {
  let stored: { find: JWTVerifyGetKey; fetchedAt: number; freshMs: number } | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ageOf = (at: number): number => Math.abs(now() - at);

  const ask = async (): Promise<void> => {
    askedAt = now();
    try {
      const { keys, freshMs } = await fetchKeys(await address(), timeoutMs);
      stored = { find: createLocalJWKSet(keys), fetchedAt: askedAt, freshMs };
    } catch (error) {
      if (!stored || ageOf(stored.fetchedAt) > LONGEST_MS) throw new KeysUnreachable('the token signing keys could not be fetched', { cause: error });
    }
  };

  const refresh = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  const mayAskAgain = (): boolean => ageOf(askedAt) >= PAUSE_MS;

  const current = async (): Promise<JWTVerifyGetKey> => {
    if (!stored || (ageOf(stored.fetchedAt) >= stored.freshMs && mayAskAgain())) await refresh();
    if (!stored || ageOf(stored.fetchedAt) > LONGEST_MS) throw new KeysUnreachable('the token signing keys could not be fetched');
    return stored.find;
  };

  return async (header, token) => {
    const find = await current();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayAskAgain()) throw error;
      // An unknown key may have been published since the last fetch.
      await refresh();
      return (await current())(header, token);
    }
  };
}

async function fetchKeys(address: string, timeoutMs: number) {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok || text.length > SIZE_MAX) throw new Error(`the keys could not be fetched: ${response.status}`);
  return { keys: KeySet.parse(JSON.parse(text)) as JSONWebKeySet, freshMs: readMaxAgeMs(response.headers) };
}

function readMaxAgeMs(headers: Headers): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/iu.exec(headers.get('cache-control') ?? '')?.[1];
  return seconds === undefined ? USUAL_MS : Math.min(LONGEST_MS, Math.max(MINUTE_MS, Number(seconds) * 1000));
}
