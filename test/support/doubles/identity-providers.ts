import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import Provider, { type Account } from 'oidc-provider';
import { findFreePort } from '#test/support/free-port.ts';

const CLIENT = { id: 'redial', secret: 'a-secret-that-both-sides-know-and-nobody-else' };

export type OpenProvider = { settings: Record<string, string>; close(): Promise<void> };

/** Stands in for Google: an emulator with these people. `shop` is the origin it may redirect to. */
export async function openGoogle(shop: string, users: { email: string; name: string; email_verified: boolean }[]): Promise<OpenProvider> {
  const emulator = await createEmulator({
    service: 'google',
    port: await findFreePort(),
    seed: {
      google: {
        users,
        oauth_clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, name: 'Redial', redirect_uris: [`${shop}/api/auth/callback/google`] }],
      },
    },
  });
  return {
    settings: { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: emulator.url },
    close: () => emulator.close(),
  };
}

/** Stands in for another OpenID Connect provider: a certified implementation at its own address. */
export async function openOidcProvider(shop: string): Promise<OpenProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${shop}/api/auth/callback/oidc`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of this test alone'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount,
  });
  server.on('request', provider.callback());
  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: 'Elsewhere' },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Anyone logs in there with the first part of their address; names with `unproven` have an unverified address. */
async function findAccount(_context: unknown, id: string): Promise<Account> {
  return {
    accountId: id,
    claims: async () => ({ sub: id, email: `${id}@oidc.test`, email_verified: !id.startsWith('unproven'), name: `${id} of elsewhere` }),
  };
}
