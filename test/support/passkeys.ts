import { createSoftwarePasskey, type SoftwarePasskey } from '#test/support/doubles/software-passkey.ts';
import type { TestApp } from './app.ts';

/** The address of a test shop for requests without a browser. */
export const HERE = { origin: 'http://localhost', rpId: 'localhost' };

type Cookie = { name: string; value: string };

/** Adds a passkey through the API. Returns it with its id. */
export async function addPasskey(
  shop: TestApp,
  { token, cookie, name = 'Laptop' }: { token: string; cookie: string; name?: string },
): Promise<{ id: string; passkey: SoftwarePasskey }> {
  const begun = await beginPasskey(shop, { token, cookie });
  const passkey = createSoftwarePasskey(HERE);
  const body = { name, response: passkey.create({ challenge: begun.body.challenge }) };
  const added = await shop.call('POST', '/passkeys', { as: token, headers: { cookie: begun.cookie }, body });
  if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status}: ${JSON.stringify(added.body)}`);
  return { id: (added.body as { insertedId: string }).insertedId, passkey };
}

/** Begins adding a passkey. Returns the challenge, and the cookies that identify the browser that answers it. */
export async function beginPasskey(shop: TestApp, { token, cookie }: { token: string; cookie: string }) {
  const reply = await shop.app.inject({ method: 'POST', url: '/api/passkeys/options', headers: { cookie, authorization: `Bearer ${token}` } });
  const body = reply.json() as { challenge: string } & Record<string, unknown>;
  return { status: reply.statusCode, body, cookie: withCookies(cookie, reply.cookies) };
}

/** Builds a cookie header in which later cookies replace earlier ones of the same name. */
export function withCookies(cookie: string, more: Cookie[]): string {
  const stored = cookie.split('; ').filter((one) => one !== '' && !more.some(({ name }) => one.startsWith(`${name}=`)));
  return [...stored, ...more.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)].join('; ');
}

/** Requests a challenge to log in with a passkey. */
export async function askPasskey(shop: TestApp, cookie = '') {
  const reply = await shop.app.inject({ url: '/api/auth/passkey/generate-authenticate-options', headers: { ...(cookie && { cookie }) } });
  const body = reply.json() as { challenge: string } & Record<string, unknown>;
  return { status: reply.statusCode, body, cookie: withCookies(cookie, reply.cookies) };
}
