import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

type Answer = { status?: number; type?: string; body: string; delayMs?: number };
type Place = 'discovery' | 'token' | 'keys' | 'userinfo';

/**
 * Stands in for an OpenID Connect provider that does what a test says, mostly wrong things. Accepts every code as proof of `claims`, and echoes it as
 * the nonce.
 */
export type OidcDouble = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the next ID token, overriding those of a valid one. */
  claims: JWTPayload;
  /** How it is signed: correctly, with an unpublished key, with the client secret, or not at all. */
  signature: 'good' | 'stranger' | 'secret' | 'none';
  userinfo: Record<string, unknown>;
  /** Replies that replace the correct ones. */
  instead: Partial<Record<Place, Answer>>;
  /** Forms sent to the token endpoint. */
  exchanges: { form: URLSearchParams; authorization: string | undefined }[];
  /** Resets everything to correct behavior. */
  behave(): void;
  close(): Promise<void>;
};

const PATHS: Record<string, Place> = { '/.well-known/openid-configuration': 'discovery', '/token': 'token', '/keys': 'keys', '/userinfo': 'userinfo' };

export async function openOidcDouble(): Promise<OidcDouble> {
  const [own, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };

  const idToken = (code: string): Promise<string> | string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: double.issuer, aud: double.clientId, sub: 'person-1', iat: now, exp: now + 600, nonce: code, ...double.claims };
    if (double.signature === 'none') return new UnsecuredJWT(claims).encode();
    if (double.signature === 'secret') return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(double.clientSecret));
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign((double.signature === 'good' ? own : stranger).privateKey);
  };

  const rightAnswer = async (place: Place, code: string): Promise<unknown> => {
    const { issuer } = double;
    if (place === 'keys') return { keys: [jwk] };
    if (place === 'userinfo') return double.userinfo;
    if (place === 'token') return { token_type: 'Bearer', access_token: 'access', id_token: await idToken(code) };
    const metadata = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    return { ...metadata, userinfo_endpoint: `${issuer}/userinfo`, id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
  };

  const server = createServer(async (request, response) => {
    const place = PATHS[new URL(request.url ?? '/', 'http://double').pathname];
    if (!place) return response.writeHead(404).end();
    let sent = '';
    for await (const part of request) sent += String(part);
    if (place === 'token') double.exchanges.push({ form: new URLSearchParams(sent), authorization: request.headers.authorization });
    const answer: Answer = double.instead[place] ?? { body: JSON.stringify(await rightAnswer(place, new URLSearchParams(sent).get('code') ?? '')) };
    const { status = 200, type = 'application/json', body, delayMs = 0 } = answer;
    setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const double: OidcDouble = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'shop',
    clientSecret: 'a secret that the shop and the provider share',
    claims: {},
    signature: 'good',
    userinfo: {},
    instead: {},
    exchanges: [],
    behave() {
      Object.assign(double, { claims: {}, signature: 'good', userinfo: {}, instead: {} });
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return double;
}
