import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { Email, isStorable } from '#contract/shared/text.ts';
import { KeysUnreachable } from '../published-keys.ts';
import type { createDiscovery, Provider } from './discovery.ts';
import { OidcFault } from './faults.ts';
import { fetchJson } from './fetch-json.ts';

/** Allowed clock difference. */
const TOLERANCE_SECONDS = 10;
const LONGEST_LIFE = '1h';
const NAME_MAX = 200;

/** The person whom a provider has logged in. */
export type Person = { sub: string; email: string | null; emailVerified: boolean; name: string };

/** Some providers send it as text. */
const YesNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).catch(false);

const Profile = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: Email.nullable().catch(null),
  email_verified: YesNo,
  name: z.string().refine(isStorable).catch(''),
});
const Claims = Profile.extend({ azp: z.string().optional(), nonce: z.string(), acr: z.string().optional().catch(undefined) });

type Discovery = Pick<ReturnType<typeof createDiscovery>, 'find'>;
export type ProofOptions = {
  discovery: Discovery;
  keys: JWTVerifyGetKey;
  clientId: string;
  otherIssuers: string[];
  acrValues: string[];
  timeoutMs: number;
  now: () => number;
};

/**
 * Verifies a provider's ID token (signature, issuer, audience, lifetime and nonce), and takes the address from it or from the provider's user info.
 * Throws `OidcFault`.
 */
export function createProofReader({ discovery, keys, clientId, otherIssuers, acrValues, timeoutMs, now }: ProofOptions) {
  const verify = async (provider: Provider, idToken: string) => {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: provider.algorithms,
      issuer: [provider.issuer, ...otherIssuers],
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      maxTokenAge: LONGEST_LIFE,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now()),
    });
    return payload;
  };

  const readClaims = async (provider: Provider, idToken: string, nonce: string) => {
    const payload = await verify(provider, idToken).catch((error: unknown) => {
      if (error instanceof KeysUnreachable) throw new OidcFault('provider_unreachable', 'its keys can’t be fetched', error);
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw new OidcFault('proof_refused', `its ID token is invalid: ${error.message}`);
      throw error;
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new OidcFault('proof_refused', 'its ID token lacks required claims');
    const { azp = clientId } = claims.data;
    if (azp !== clientId || (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp === undefined))
      throw new OidcFault('proof_refused', 'its ID token is for another client');
    if (nonce === '' || claims.data.nonce !== nonce) throw new OidcFault('proof_refused', 'its ID token belongs to another login');
    // Requesting a strength isn't enough: a provider may ignore the request, so the signed claim decides.
    if (acrValues.length > 0 && !acrValues.includes(claims.data.acr ?? ''))
      throw new OidcFault('sign_in_too_weak', 'its login is not one that OIDC_ACR_VALUES allows');
    return claims.data;
  };

  const readUserInfo = async (provider: Provider, accessToken: string | undefined, sub: string) => {
    if (provider.userInfoUrl === null || accessToken === undefined) return null;
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    const info = await fetchJson(provider.userInfoUrl, { timeoutMs, reply: Profile, init: { headers } });
    if (info.sub !== sub) throw new OidcFault('proof_refused', 'its user info belongs to someone else');
    return info;
  };

  return async (tokens: { id_token: string; access_token?: string }, nonce: string): Promise<Person> => {
    const provider = await discovery.find();
    const claims = await readClaims(provider, tokens.id_token, nonce);
    const input = claims.email === null ? await readUserInfo(provider, tokens.access_token, claims.sub) : claims;
    const { email = null, email_verified: emailVerified = false } = input ?? {};
    const name = claims.name.trim() || input?.name.trim() || email?.split('@')[0] || '';
    return { sub: claims.sub, email, emailVerified, name: [...name].slice(0, NAME_MAX).join('') };
  };
}
