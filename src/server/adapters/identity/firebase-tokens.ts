import { errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import { z } from 'zod';
import { Email, isStorable } from '#contract/shared/text.ts';
import { createPublishedKeys } from './published-keys.ts';

const GOOGLES_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** Allowed clock difference. */
const TOLERANCE_SECONDS = 10;
const TIMEOUT_MS = 5000;
const LONGEST_LIFE = '1h';

const seconds = z.int().positive();

/** The claims that Firebase documents for the ID token of a person with an address. */
const IdToken = z.object({
  sub: z.string().min(1).max(128).refine(isStorable),
  aud: z.string(),
  exp: seconds,
  auth_time: seconds,
  email: Email,
  email_verified: z.boolean().default(false),
  name: z.string().max(1000).default(''),
});
export type IdToken = z.output<typeof IdToken>;

export type TokenReaderOptions = {
  projectId: string;
  /** Tokens of the Auth emulator are not signed. */
  isEmulated: boolean;
  now: () => number;
  /** Where Google publishes the keys; overridden by tests. */
  keysUrl?: string;
  timeoutMs?: number;
};

/** Reads ID tokens of one project. Returns the claims of a valid token, null for any other. Throws `KeysUnreachable`. */
export function createTokenReader({ projectId, isEmulated, now, keysUrl = GOOGLES_KEYS, timeoutMs = TIMEOUT_MS }: TokenReaderOptions) {
  const keys = createPublishedKeys({ address: async () => keysUrl, timeoutMs, now });

  const verify = async (token: string): Promise<JWTPayload> => {
    const expected = {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      maxTokenAge: LONGEST_LIFE,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now()),
    };
    if (isEmulated) return UnsecuredJWT.decode(token, expected).payload;
    return (await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'] })).payload;
  };

  return async (token: string): Promise<IdToken | null> => {
    try {
      const parsed = IdToken.safeParse(await verify(token));
      if (!parsed.success) return null;
      return parsed.data.auth_time * 1000 <= now() + TOLERANCE_SECONDS * 1000 ? parsed.data : null;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  };
}
