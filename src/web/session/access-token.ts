/** A token that expires sooner than this is renewed before use, in milliseconds. */
const MARGIN_MS = 60_000;

export type ReadToken = { email: string; issuedAtMs: number; endsAtMs: number };

/** Remembers how long a token is valid, by this machine's own clock, however wrong that is. */
export function createFreshness(now: () => number) {
  let known: { token: string; until: number } | null = null;
  return {
    received(token: string): void {
      const claims = readAccessToken(token);
      const lifetimeMs = claims && claims.issuedAtMs > 0 ? claims.endsAtMs - claims.issuedAtMs : 0;
      known = lifetimeMs > 0 ? { token, until: now() + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 2) } : null;
    },
    isFresh(token: string): boolean {
      if (known?.token === token) return now() < known.until;
      const claims = readAccessToken(token);
      return claims !== null && now() < claims.endsAtMs - MARGIN_MS;
    },
  };
}

/** Returns a token's claims. Its signature is not checked here: the server does that at every call. */
export function readAccessToken(token: string): ReadToken | null {
  try {
    const claims = decode(token.split('.')[1] ?? '') as { email?: unknown; iat?: unknown; exp?: unknown };
    if (typeof claims.email !== 'string' || typeof claims.exp !== 'number') return null;
    return { email: claims.email.toLowerCase(), issuedAtMs: (typeof claims.iat === 'number' ? claims.iat : 0) * 1000, endsAtMs: claims.exp * 1000 };
  } catch {
    return null;
  }
}

function decode(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
