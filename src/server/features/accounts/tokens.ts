import { errors, jwtVerify, SignJWT } from 'jose';

/** Lifetime of an access token, in seconds. */
export const TOKEN_SECONDS = 900;

const AUDIENCE = 'redial-api';

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

/** Reads a token; returns null when it is forged, expired or not ours. */
export async function readToken(token: string, secret: Uint8Array, now: number): Promise<AccessToken | null> {
  try {
    const { payload } = await jwtVerify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'], currentDate: new Date(now) });
    const { email, sid, verified } = payload;
    return typeof email === 'string' && typeof sid === 'string' ? { email, sessionId: sid, emailVerified: verified === true } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
