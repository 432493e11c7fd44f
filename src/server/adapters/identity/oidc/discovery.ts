import { z } from 'zod';
import { OidcFault } from './faults.ts';
import { fetchJson } from './fetch-json.ts';

const HOUR_MS = 3_600_000;
/** Asymmetric signatures, which only the provider can create. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

/** The parts of a provider's metadata that a login needs. */
export type Provider = {
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  keysUrl: string;
  userInfoUrl: string | null;
  algorithms: string[];
  /** Whether the client secret goes into the form instead of the authorization header. */
  secretInForm: boolean;
};

export type DiscoveryOptions = { issuer: string; timeoutMs: number; now: () => number };

/** Fetches a provider's metadata on first use and then hourly; the last known metadata serves while the provider is down. Throws `OidcFault`. */
export function createDiscovery({ issuer, timeoutMs, now }: DiscoveryOptions) {
  let known: { provider: Provider; until: number } | null = null;
  let asking: Promise<Provider> | null = null;

  const ask = async (): Promise<Provider> => {
    const metadata = await fetchJson(`${issuer}/.well-known/openid-configuration`, { timeoutMs, reply: Metadata });
    const provider = toProvider(metadata, issuer);
    known = { provider, until: now() + HOUR_MS };
    return provider;
  };

  return {
    async find(): Promise<Provider> {
      if (known && now() < known.until) return known.provider;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking.catch((error: unknown) => {
        if (known) return known.provider;
        throw error;
      });
    },
    /** The metadata fetched so far; null when there is none. */
    known: (): Provider | null => known?.provider ?? null,
  };
}

function toProvider(metadata: z.output<typeof Metadata>, issuer: string): Provider {
  if (bare(metadata.issuer) !== issuer) throw new OidcFault('provider_troubled', `${issuer} claims to be a different issuer`);
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl, jwks_uri: keysUrl, userinfo_endpoint: userInfoUrl = null } = metadata;
  const isSecure = issuer.startsWith('https://');
  if (isSecure && [authorizationUrl, tokenUrl, keysUrl, userInfoUrl ?? tokenUrl].some((address) => !address.startsWith('https://')))
    throw new OidcFault('provider_troubled', `${issuer} names an address without https`);
  return {
    issuer: metadata.issuer,
    authorizationUrl,
    tokenUrl,
    keysUrl,
    userInfoUrl,
    algorithms: metadata.id_token_signing_alg_values_supported.filter((name) => ALGORITHMS.includes(name)),
    secretInForm: metadata.token_endpoint_auth_methods_supported.includes('client_secret_post'),
  };
}

const bare = (address: string): string => address.replace(/(?<!\/)\/+$/u, '');
