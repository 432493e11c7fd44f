import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import type { OAuthProvider } from 'better-auth/oauth2';
import { z } from 'zod';
import { HttpError, ProviderError } from '../../../errors.ts';
import { createPublishedKeys } from '../published-keys.ts';
import { findClientFault } from './client-check.ts';
import { createDiscovery, type Provider } from './discovery.ts';
import { noteAccount, noteFault, OidcFault } from './faults.ts';
import { fetchJson } from './fetch-json.ts';
import { createProofReader, type Person } from './proof.ts';
import { tokenRequest } from './token-request.ts';

const GOOGLE = 'https://accounts.google.com';
const TIMEOUT_MS = 5000;
const SOON_SECONDS = 5;

export type OidcOptions = {
  id: 'google' | 'oidc';
  /** The name that people know it by. */
  name: string;
  /** Without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Authentication strengths (`acr` values) of which the provider must confirm one; empty accepts any. */
  acrValues?: string[];
  /** Applies to each of its replies. */
  timeoutMs?: number;
  now?: () => number;
  /** Called with what went wrong, without tokens or keys. */
  onFault(message: string, error: unknown): void;
};

const TokenReply = z.object({ id_token: z.string().max(50_000), access_token: z.string().max(50_000).optional() });

/** Passed from the code exchange to the proof check, and never stored. */
type Tokens = { raw?: Record<string, unknown> };

export type OidcProvider = OAuthProvider & {
  /** Returns what is wrong with the settings, by their names; null when the provider accepts them. `redirectUri`: the callback that would be used. */
  findFault(redirectUri: string): Promise<string | null>;
};

/**
 * An OpenID Connect provider (authorization code, PKCE, nonce) for better-auth. Not contacted until somebody logs in with it or `findFault` checks
 * the settings.
 */
export function createOidcProvider(options: OidcOptions): OidcProvider {
  const { id, name, issuer, clientId, clientSecret, acrValues = [], timeoutMs = TIMEOUT_MS, now = Date.now, onFault } = options;
  const discovery = createDiscovery({ issuer, timeoutMs, now });
  const keys = createPublishedKeys({ address: async () => (await discovery.find()).keysUrl, timeoutMs, now });
  // Google documents that it sometimes leaves out the scheme.
  const otherIssuers = issuer === GOOGLE ? ['accounts.google.com'] : [];
  const readProof = createProofReader({ discovery, keys, clientId, otherIssuers, acrValues, timeoutMs, now });

  // The same subject is another person at another issuer, and the setting may change one day. Google's issuer doesn't change.
  const keyOf = ({ sub }: Person): string => (issuer === GOOGLE ? sub : `${issuer} ${sub}`);

  const asFault = (error: unknown): OidcFault => (error instanceof OidcFault ? error : new OidcFault('provider_troubled', 'logging in failed', error));

  const report = (error: unknown): OidcFault => {
    const fault = asFault(error);
    onFault(`logging in with ${name} failed: ${fault.message}`, fault);
    noteFault(fault);
    return fault;
  };

  const exchange = (provider: Provider, form: Record<string, string>) =>
    fetchJson(provider.tokenUrl, { timeoutMs, reply: TokenReply, init: tokenRequest(provider, { clientId, clientSecret }, form) });

  return {
    id,
    name,
    get issuer() {
      return discovery.known()?.issuer;
    },
    requiresIdTokenNonce: true,
    findFault: (redirectUri) => findClientFault(id === 'google' ? 'GOOGLE' : 'OIDC', { discovery, client: { clientId, clientSecret }, redirectUri, timeoutMs }),
    accountSubject: ({ profile }) => keyOf(profile as Person),
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce = '' }) {
      const provider = await discovery.find().catch((error: unknown) => {
        throw toHttpError(report(error), name);
      });
      const address = new URL(provider.authorizationUrl);
      const input = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectURI,
        scope: 'openid email profile',
        state,
        nonce: idTokenNonce,
        code_challenge: challengeOf(codeVerifier),
        code_challenge_method: 'S256',
        // On a shared computer, the last account must not be logged in automatically.
        ...(id === 'google' && { prompt: 'select_account' }),
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      };
      for (const [key, value] of Object.entries(input)) address.searchParams.set(key, value);
      return address;
    },
    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }): Promise<Tokens | null> {
      try {
        const form = { grant_type: 'authorization_code', code, redirect_uri: redirectURI, code_verifier: codeVerifier };
        return { raw: await exchange(await discovery.find(), form) };
      } catch (error) {
        report(error);
        return null;
      }
    },
    async getUserInfo({ raw, expectedIdTokenNonce }) {
      try {
        const person = await readProof(TokenReply.parse(raw), expectedIdTokenNonce ?? '');
        const { email, emailVerified, name: called } = person;
        noteAccount({ providerId: id, accountId: keyOf(person) });
        return { user: { email, emailVerified, name: called }, data: person };
      } catch (error) {
        report(error);
        return null;
      }
    },
  };
}

function toHttpError(fault: OidcFault, name: string): HttpError {
  return fault.code === 'provider_unreachable'
    ? new HttpError(503, 'provider_failed', `We can’t reach ${name} right now. Try again in a moment, or log in with your password.`, {
        retryAfterSeconds: SOON_SECONDS,
      })
    : new ProviderError(`${name} isn’t working right now. Try again in a moment, or log in with your password.`, 'troubled');
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Adds providers that better-auth doesn't include. */
export function withProviders(providers: OAuthProvider[]): BetterAuthPlugin {
  return {
    id: 'oidc-providers',
    init: (context) => ({ context: { socialProviders: [...providers, ...context.socialProviders] } }),
  };
}
