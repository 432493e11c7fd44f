import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';

/** A browser that subscribed at the practice push service. */
export type PracticeBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  received: Received[];
  /** How many requests came for it, whatever the reply. */
  asked: number;
};

export type Received = {
  payload: { title: string; text: string; path: string };
  headers: Record<string, string | string[] | undefined>;
  /** What the shop says of itself (RFC 8292), checked against its key. */
  claims: { aud?: unknown; sub?: unknown; exp?: number | undefined };
  key: string;
};

export type PracticePushService = {
  url: string;
  subscribe(): PracticeBrowser;
  /** Replies with this status to all requests until set to 201. */
  reply(status: number, headers?: Record<string, string>): void;
  /** How many requests came, whatever the reply. */
  requests(): number;
  close(): Promise<void>;
};

type Secret = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

/** A push service that decrypts what it gets, as a browser would (RFC 8291). */
export async function startPushService(): Promise<PracticePushService> {
  const browsers = new Map<string, { secret: Secret; browser: PracticeBrowser }>();
  let status = 201;
  let replyHeaders: Record<string, string> = {};
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await buffer(request);
    const found = browsers.get(request.url ?? '');
    if (found) found.browser.asked += 1;
    const answer = found ? status : 404;
    if (found && answer === 201) {
      const message = await decryptPush(body, found.secret);
      const vapid = await readVapid(request.headers.authorization ?? '');
      found.browser.received.push({ payload: JSON.parse(message) as Received['payload'], headers: request.headers, ...vapid });
    }
    response.writeHead(answer, replyHeaders).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    subscribe() {
      const pair = createECDH('prime256v1');
      const secret = { publicKey: pair.generateKeys(), privateKey: pair.getPrivateKey(), auth: randomBytes(16) };
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const subscription = { endpoint: `${url}${path}`, p256dh: secret.publicKey.toString('base64url'), auth: secret.auth.toString('base64url') };
      const browser: PracticeBrowser = { subscription, received: [], asked: 0 };
      browsers.set(path, { secret, browser });
      return browser;
    },
    reply(next, headers = {}) {
      status = next;
      replyHeaders = headers;
    },
    requests: () => requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function decryptPush(body: Buffer, { privateKey, publicKey, auth }: Secret): Promise<string> {
  const [salt, sender, encrypted] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const secret = await derive(own.computeSecret(sender), { salt: auth, info: Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]), bytes: 32 });
  const [contentKey, iv] = await Promise.all([
    derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 }),
    derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 }),
  ]);
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt']);
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(encrypted)));
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

type Derived = { salt: Buffer; info: Buffer; bytes: number };

async function derive(from: Uint8Array, { salt, info, bytes }: Derived): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(from), 'HKDF', false, ['deriveBits']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, 8 * bytes));
}

async function readVapid(header: string): Promise<Pick<Received, 'claims' | 'key'>> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/u.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
  return { claims: payload, key };
}
