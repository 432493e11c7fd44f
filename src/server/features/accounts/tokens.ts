import { errors, jwtVerify, SignJWT } from 'jose';
import { createLru } from '../../lru.ts';

/** Lifetime of an access token, in seconds. */
export const TOKEN_SECONDS = 900;

const AUDIENCE = 'redial-api';
/** How many verified tokens a process remembers. */
const MOST_REMEMBERED = 5000;
/** No token of the shop's is longer. */
const MOST_CHARACTERS = 2000;

/** `emailVerified`: whether the identity service had verified the address when the token was issued. */
export type AccessToken = { email: string; sessionId: string; emailVerified: boolean };

/** A signed access token for one sign-in; `now` is epoch milliseconds. */
export function signToken(token: AccessToken, secret: Uint8Array, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ email: token.email, sid: token.sessionId, verified: token.emailVerified })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(secret);
}

/**
 * Reads tokens; returns null for those that are forged, expired or not ours. Verifying takes longer than anything else about a small reply, so tokens
 * that were verified are remembered until they expire.
 */
export function createTokenReader(secret: Uint8Array) {
  const verified = createLru<AccessToken & { endsAt: number }>(MOST_REMEMBERED);
  return async (token: string, now: number): Promise<AccessToken | null> => {
    if (token.length > MOST_CHARACTERS) return null;
    const known = verified.get(token);
    if (known && now < known.endsAt) return known;
    verified.delete(token);
    const read = await verifyToken(token, secret, now);
    if (read) verified.set(token, read);
    return read;
  };
}

async function verifyToken(token: string, secret: Uint8Array, now: number): Promise<(AccessToken & { endsAt: number }) | null> {
  try {
    const { payload } = await jwtVerify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'], currentDate: new Date(now), requiredClaims: ['exp'] });
    const { email, sid, verified, exp = 0 } = payload;
    return typeof email === 'string' && typeof sid === 'string' ? { email, sessionId: sid, emailVerified: verified === true, endsAt: exp * 1000 } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
